// A copy through shared memory.
__global__ void copyShared(int *out, int *in) {
    __shared__ int tile[1024];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[threadIdx.x];
}
