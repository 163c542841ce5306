// A sum over a block: several elements a thread.
__global__ void reduction6(int *in, int *out) {
    __shared__ int sdata[2048];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * (blockDim.x * 2) + tid;
    sdata[tid] = 0;
    for (int round = 0; round < 4; round++) {
        unsigned at = i + round * (gridDim.x * blockDim.x * 2);
        sdata[tid] += in[at] + in[at + blockDim.x];
    }
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
#ifdef GUARDED
    if (tid < 32)
#endif
    { // written for warps in lock step
        if (blockDim.x >= 64) sdata[tid] += sdata[tid + 32];
        if (blockDim.x >= 32) sdata[tid] += sdata[tid + 16];
        if (blockDim.x >= 16) sdata[tid] += sdata[tid + 8];
        if (blockDim.x >= 8) sdata[tid] += sdata[tid + 4];
        if (blockDim.x >= 4) sdata[tid] += sdata[tid + 2];
        if (blockDim.x >= 2) sdata[tid] += sdata[tid + 1];
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}
