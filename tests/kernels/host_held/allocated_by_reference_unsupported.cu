// expect: unsupported
// flags: --strict

#include <vector>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host() {
    std::vector<float *> v(2);
    for (auto &p : v) cudaMalloc(&p, 4096);
    for (int i = 0; i < 2; i++) k<<<1, 32>>>(v[i % 2], v[0]);
}
