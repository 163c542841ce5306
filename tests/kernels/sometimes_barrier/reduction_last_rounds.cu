// expect: racy

// The last rounds have no barrier.
__global__ void reduce(int *sum, const int *in) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        if (d > 16) __syncthreads();
    }
    if (t == 0) sum[blockIdx.x] = s[0];
}
