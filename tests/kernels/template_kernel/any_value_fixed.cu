// expect: drf
//--blockDim=64 --gridDim=1

template <int STRIDE> __global__ void spread(int *a) {
    if (STRIDE > 0 && STRIDE < 1000) a[threadIdx.x * STRIDE] = threadIdx.x;
}
