// expect: racy
// flags: --block-dim 64 --grid-dim 1
// All elements but the last one are below 64.
__global__ void k(int *p) {
    int d[4] = {1, 2, 3, 64};
    for (auto x : d) {
        if (x == 2) continue;
        if (x > 3) p[threadIdx.x / x] = threadIdx.x;
    }
}
