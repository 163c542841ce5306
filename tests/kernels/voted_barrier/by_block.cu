// expect: racy
// flags: --block-dim 64 --grid-dim 2
// Each block has a vote of its own: the first goes one way, and the second one the other.
__global__ void k(int *out) {
    int c = __syncthreads_count(blockIdx.x == 0);
    if (threadIdx.x > 0) return;
    if (c > 3) {
        if (blockIdx.x == 0) out[0] = 1;
    } else {
        if (blockIdx.x == 1) out[0] = 2;
    }
}
