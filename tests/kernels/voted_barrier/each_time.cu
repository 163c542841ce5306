// expect: potential
// flags: --block-dim 64 --grid-dim 1
// Each vote is one of its own: a thread keeps what one iteration has given, and another one what the next has.
__global__ void k(int *out, const int *x) {
    int t = threadIdx.x, mine = 0;
    for (int i = 0; i < 64; i++) {
        int c = __syncthreads_count(x[i * 64 + t] > 0);
        if (i == t) mine = c;
    }
    if (mine != 5) __syncthreads();
    out[t] = mine;
}
