// expect: unsupported
// flags: --strict

#include <algorithm>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    float *p[2];
    std::fill(p, p + 2, a);
    k<<<1, 32>>>(p[0], p[1]);
}
