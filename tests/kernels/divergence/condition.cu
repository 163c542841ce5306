// expect: divergence
//--blockDim=64 --gridDim=1

__global__ void half(int *a) {
    if (threadIdx.x < 32) __syncthreads();
    a[threadIdx.x] = 1;
}
