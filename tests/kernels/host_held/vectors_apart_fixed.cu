// expect: drf
// flags: --strict

#include <vector>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a, float *b) {
    std::vector<float *> v, w;
    v.push_back(a);
    w.push_back(b);
    k<<<1, 32>>>(v[0], w[0]);
}
