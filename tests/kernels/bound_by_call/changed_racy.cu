// expect: racy
// flags: --block-dim 64 --grid-dim 1 --timeout 60

// What is given to the call changes in the loop, so that the bound does: the threads go on where the first ones began.
__device__ int less(int n, int by) {
    return n - by;
}

__global__ void each(int *to) {
    int by = 64;
    for (int i = threadIdx.x; i < less(128, by); i += 32) {
        to[i] = i;
        by -= 32;
    }
}
