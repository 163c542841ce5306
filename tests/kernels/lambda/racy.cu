// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int by = 1;
    auto half = [&](int i) { return i / by; };
    by = 2;
    a[half(threadIdx.x)] = threadIdx.x;
}
