// expect: unsupported
// flags: --strict

#include <vector>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    std::vector<float *> v(2);
    float *&x = v[0];
    x = a;
    k<<<1, 32>>>(v[0], a);
}
