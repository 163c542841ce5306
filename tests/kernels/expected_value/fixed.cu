// expect: drf
// flags: --block-dim 64 --grid-dim 1
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

__global__ void k(int *out, int n) {
    int i = threadIdx.x;
    if (unlikely(i >= 32)) return;
    if (likely(n > 32)) out[__builtin_expect(i, 3)] = 1;
}
