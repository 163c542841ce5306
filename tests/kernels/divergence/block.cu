// expect: drf
//--blockDim=64 --gridDim=4

__global__ void asked(int *a) {
    if ((threadIdx.x | 64) > 63) __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
