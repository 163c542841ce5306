// expect: drf
// flags: --block-dim 64

// Each step needs its neighbours' numbers of the step before, so that a block is right on fewer and fewer cells. The
// last iteration says on which: those of two blocks are apart.
__global__ void relax(const int *from, int *to, int n, int steps) {
    __shared__ int now[64], next[64];
    int t = threadIdx.x;
    int at = (64 - 2 * steps) * (int)blockIdx.x - steps + t;
    bool valid = 0 <= at && at < n;
    if (valid)
        now[t] = from[at];
    __syncthreads();
    bool computed;
    for (int i = 0; i < steps; i++) {
        computed = false;
        if (i + 1 <= t && t <= 62 - i && valid) {
            computed = true;
            next[t] = min(now[t - 1], now[t + 1]);
        }
        __syncthreads();
        if (i == steps - 1)
            break;
        if (computed)
            now[t] = next[t];
        __syncthreads();
    }
    if (computed)
        to[at] = next[t];
}
