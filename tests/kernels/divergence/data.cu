// expect: divergence
//--blockDim=64 --gridDim=1

__global__ void asked(int *a, const int *b) {
    if (b[threadIdx.x]) __syncthreads();
    a[threadIdx.x] = 1;
}
