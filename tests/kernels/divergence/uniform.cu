// expect: drf
//--blockDim=64 --gridDim=1

__global__ void half(int *a, int n) {
    if (n < 32) __syncthreads();
    a[threadIdx.x] = 1;
}
