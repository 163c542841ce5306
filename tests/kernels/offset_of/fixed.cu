// expect: drf
// flags: --block-dim 64 --grid-dim 1
#include <cstddef>
struct Part { char c; short d; };
struct S { int a; double b; Part part; };
__global__ void k(char *p) {
    if (offsetof(S, a) == 0 && offsetof(S, b) == 8 && offsetof(S, part.d) == 18) {
        *(double *)(p + threadIdx.x * sizeof(S) + offsetof(S, b)) = 1;
    } else {
        p[0] = threadIdx.x;
    }
}
