// A prefix sum in two buffers.
__global__ void scanNaive(int *out, int *in) {
    __shared__ int temp[4096];
    unsigned tid = threadIdx.x;
    unsigned from = 0;
    temp[tid] = tid > 0 ? in[tid - 1] : 0;
    __syncthreads();
    for (unsigned offset = 1; offset < blockDim.x; offset *= 2) {
        unsigned to = blockDim.x - from;
        if (tid >= offset)
            temp[to + tid] = temp[from + tid] + temp[from + tid - offset];
        else
            temp[to + tid] = temp[from + tid];
        from = to;
        __syncthreads();
    }
    out[tid] = temp[from + tid];
}
