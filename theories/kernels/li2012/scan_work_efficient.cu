// A prefix sum up and down a balanced tree.
__global__ void scanWorkEfficient(int *out, int *in) {
    __shared__ int temp[4096];
    unsigned tid = threadIdx.x;
    unsigned n = 2 * blockDim.x;
    temp[2 * tid] = in[2 * tid];
    temp[2 * tid + 1] = in[2 * tid + 1];
    for (unsigned d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        unsigned offset = n / (2 * d);
        if (tid < d) {
            unsigned ai = offset * (2 * tid + 1) - 1;
            unsigned bi = offset * (2 * tid + 2) - 1;
            temp[bi] += temp[ai];
        }
    }
    if (tid == 0) temp[n - 1] = 0;
    for (unsigned d = 1; d < n; d *= 2) {
        __syncthreads();
        unsigned offset = n / (2 * d);
        if (tid < d) {
            unsigned ai = offset * (2 * tid + 1) - 1;
            unsigned bi = offset * (2 * tid + 2) - 1;
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    out[2 * tid] = temp[2 * tid];
    out[2 * tid + 1] = temp[2 * tid + 1];
}
