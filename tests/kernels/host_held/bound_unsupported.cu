// expect: unsupported
// flags: --strict

#include <tuple>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    auto [x, y] = std::make_tuple(a, a);
    k<<<1, 32>>>(x, y);
}
