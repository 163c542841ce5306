// expect: drf
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out) {
    int t = threadIdx.x;
    switch (t & 7) {
        case 0 ... 3:
        case 5: out[t] = 1; break;
        case 4: out[64 + t] = 2; break;
        case 6 ... 7: out[t] = 3; break;
        case 9 ... 8: out[0] = 3; break;
        default: out[0] = t;
    }
}
