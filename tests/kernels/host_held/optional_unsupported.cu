// expect: unsupported
// flags: --strict

#include <optional>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    std::optional<float *> kept;
    kept = a;
    k<<<1, 32>>>(*kept, kept.value());
}
