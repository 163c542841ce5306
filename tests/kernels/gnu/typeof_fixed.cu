// expect: drf
//--blockDim=64 --gridDim=1

__global__ void k(int *a, unsigned char narrow) {
    typeof(threadIdx.x) i = threadIdx.x + 256 * narrow;
    a[i] = 1;
}
