// expect: racy
//--blockDim=64 --gridDim=1

__global__ void shift(int *a) {
    __stcs(&a[threadIdx.x], __ldcs(&a[threadIdx.x + 1]));
}
