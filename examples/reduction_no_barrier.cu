// The sum of a block in shared memory, by halves, without the barrier between two halves: a thread
// may read a sum before it is written.
// expect: racy
//--blockDim=256 --gridDim=4
__global__ void reduce(const int *data, int *sums) {
    __shared__ int s[256];
    unsigned int t = threadIdx.x;
    s[t] = data[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}
