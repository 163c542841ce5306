// expect: racy
//--blockDim=64 --gridDim=1

__global__ void histogram(int *out, const int *data) {
    __shared__ int bins[8];
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(bins + (data[threadIdx.x] & 7), 1);
    if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
