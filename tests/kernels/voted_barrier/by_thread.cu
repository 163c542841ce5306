// expect: divergence
// flags: --block-dim 64 --grid-dim 1
// What is computed of the vote and the thread is not the same for all.
__global__ void k(int *out, const int *x) {
    int t = threadIdx.x;
    int c = __syncthreads_count(x[t] > 0);
    if (c + t > 3) __syncthreads();
    out[t] = c;
}
