// expect: drf
// flags: --strict

#include <vector>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host() {
    std::vector<float *> v(2), w(2);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&v[i], 4096);
        cudaMalloc(&w[i], 4096);
    }
    k<<<1, 32>>>(v[0], w[0]);
}
