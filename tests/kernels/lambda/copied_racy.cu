// expect: racy
//--blockDim=64 --gridDim=1

// The copy is as the variable was.
__global__ void fill(int *a) {
    int by = 2;
    auto half = [by](int i) { return i / by; };
    by = 1;
    a[half(threadIdx.x)] = threadIdx.x;
}
