// expect: unsupported
// flags: --strict

#include <memory>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    std::unique_ptr<float> p(a);
    k<<<1, 32>>>(a, p.get());
}
