// expect: drf
// flags: --block-dim 64 --grid-dim 1

// The step is a call, too.
__device__ int all() {
    return blockDim.x * gridDim.x;
}

__global__ void each(int *to, int n) {
    for (int i = threadIdx.x; i < n; i += all())
        to[i] = i;
}
