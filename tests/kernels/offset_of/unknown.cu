// expect: unsupported
// flags: --block-dim 64 --grid-dim 1
#include <cstddef>
#pragma pack(push, 1)
struct S { char a; float b; };
#pragma pack(pop)
__global__ void k(float *p) {
    p[offsetof(S, b)] = threadIdx.x;
}
