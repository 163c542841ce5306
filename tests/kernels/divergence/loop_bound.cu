// expect: divergence
//--blockDim=64 --gridDim=2

__global__ void stairs(int *a) {
    for (int i = 0; i < threadIdx.x; i++) __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
