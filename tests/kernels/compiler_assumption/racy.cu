// expect: racy
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out, int m) {
    __builtin_assume(m >= 32);
    out[threadIdx.x % m] = 1;
}
