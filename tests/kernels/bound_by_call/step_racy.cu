// expect: racy
// flags: --block-dim 64 --grid-dim 1

// The step is less than there are threads.
__device__ int all() {
    return blockDim.x / 2 * gridDim.x;
}

__global__ void each(int *to, int n) {
    for (int i = threadIdx.x; i < n; i += all())
        to[i] = i;
}
