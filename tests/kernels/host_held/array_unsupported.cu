// expect: unsupported
// flags: --strict

#include <array>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    std::array<float *, 2> p = {a, a};
    k<<<1, 32>>>(p[0], p[1]);
}
