// expect: racy
// flags: --block-dim 64 --grid-dim 1
#define unlikely(x) __builtin_expect(!!(x), 0)

// That a condition is unlikely does not make it false.
__global__ void k(int *out) {
    int i = threadIdx.x;
    if (unlikely(i >= 32)) i -= 32;
    out[i] = 1;
}
