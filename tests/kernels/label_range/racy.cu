// expect: racy
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out) {
    int t = threadIdx.x;
    switch (t) {
        case 0 ... 8: out[t] = 1; break;
        case 9 ... 10: out[0] = t; break;
    }
}
