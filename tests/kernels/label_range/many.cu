// expect: unsupported
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out) {
    int t = threadIdx.x;
    switch (t) {
        case 0 ... 8000: out[t] = 1; break;
    }
}
