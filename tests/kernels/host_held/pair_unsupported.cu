// expect: unsupported
// flags: --strict

#include <utility>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    auto p = std::make_pair(a, a);
    k<<<1, 32>>>(p.first, p.second);
}
