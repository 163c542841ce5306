// expect: racy
// flags: --block-dim 64

// As `drf.cu`; but cells count that the last iteration but one was right on: two blocks write one of them.
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
        if (i <= t && t <= 63 - i && valid) {
            computed = true;
            next[t] = now[t];
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
