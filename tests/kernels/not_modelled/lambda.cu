// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    auto next = [=](int i) { return i + 1; };
    a[next(threadIdx.x)] = 1;
}
