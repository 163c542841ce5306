// expect: racy
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out, const int *x) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    while (__syncthreads_or(s[t] > 0)) {
        s[t] = s[63 - t] - 1;
    }
    out[t] = s[t];
}
