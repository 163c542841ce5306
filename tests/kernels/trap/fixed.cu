// expect: drf
//--blockDim=64 --gridDim=1

__global__ void own(int *a, int n) {
    if (n < 64) __trap();
    a[threadIdx.x] = n;
}
