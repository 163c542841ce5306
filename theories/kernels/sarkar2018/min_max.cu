//--blockDim=128 --gridDim=8
// False locality, type 4: a branch takes a cell, and a barrier, for its threads' own.
__global__ void min_max(int *out, int *in) {
    __shared__ int least[128];
    __shared__ int most[128];
    unsigned tid = threadIdx.x, base = blockIdx.x * blockDim.x;
    least[tid] = in[base + tid];
    most[tid] = in[base + tid];
    __syncthreads();
    if (tid < 64) {
#ifdef INJECTED
        least[tid / 2] = least[tid + 64];
        __syncthreads();
        most[tid + 1] = most[tid + 64];
#else
        if (least[tid + 64] < least[tid]) least[tid] = least[tid + 64];
        if (most[tid + 64] > most[tid]) most[tid] = most[tid + 64];
#endif
    }
    __syncthreads();
    out[base + tid] = least[tid] + most[tid];
}
