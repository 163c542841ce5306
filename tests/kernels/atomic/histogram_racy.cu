// expect: racy
//--blockDim=64 --gridDim=4

// Atomics before and after the race, whose values nobody uses.
__global__ void count(int *bins, const int *in, int *total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[in[i] & 15], 1);
    total[0] = i;
    atomicAdd(&bins[16], 1);
}
