// expect: racy
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out) {
    int i = threadIdx.x;
    if (__builtin_expect_with_probability(i < 63, 1, 0.99)) out[i + 1] = 1;
    else out[1] = 2;
}
