// expect: drf
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out, int m) {
    if (m < 64) __builtin_unreachable();
    out[threadIdx.x % m] = 1;
}
