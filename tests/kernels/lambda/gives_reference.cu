// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    auto at = [&](int i) -> int & { return a[i]; };
    at(threadIdx.x) = 1;
}
