// A sum over a block: the last warp without barriers.
__global__ void reduction4(int *in, int *out) {
    __shared__ int sdata[2048];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (blockDim.x * 2) + tid;
    sdata[tid] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
#ifdef GUARDED
    if (tid < 32)
#endif
    { // written for warps in lock step
        for (unsigned s = blockDim.x < 64 ? blockDim.x / 2 : 32; s > 0; s >>= 1)
            sdata[tid] += sdata[tid + s];
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}
