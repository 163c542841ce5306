// The smallest element of a block, timed by the first thread.
__global__ void timedMinimum(int *in, int *out, int *timer, int now) {
    __shared__ int shared[2048];
    unsigned tid = threadIdx.x, bid = blockIdx.x;
    if (tid == 0) timer[bid] = now;
    shared[tid] = in[tid];
    shared[tid + blockDim.x] = in[tid + blockDim.x];
    for (unsigned d = blockDim.x; d > 0; d /= 2) {
        __syncthreads();
        if (tid < d) {
            int other = shared[tid + d];
            if (other < shared[tid]) shared[tid] = other;
        }
    }
    if (tid == 0) out[bid] = shared[0];
    __syncthreads();
    if (tid == 0) timer[bid + gridDim.x] = now;
}
