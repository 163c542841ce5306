// expect: drf
// flags: --strict

#include <vector>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a, float *b, int n) {
    std::vector<float> v(a, a + n), w(a, a + n);
    k<<<1, 32>>>(v.data(), w.data());
}
