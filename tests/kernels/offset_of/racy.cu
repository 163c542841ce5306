// expect: racy
// flags: --block-dim 64 --grid-dim 1
#include <cstddef>
struct S { int a; float b; };
__global__ void k(char *p) {
    *(float *)(p + threadIdx.x * offsetof(S, a) + offsetof(S, b)) = threadIdx.x;
}
