// expect: racy
//--blockDim=64 --gridDim=1

template <int STRIDE> __global__ void spread(int *a) {
    a[threadIdx.x * STRIDE] = threadIdx.x;
}
