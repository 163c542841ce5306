// expect: unsupported
// flags: --strict

#include <utility>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host() {
    std::pair<float *, float *> v;
    cudaMalloc(&v.first, 4096);
    v.second = v.first;
    k<<<1, 32>>>(v.first, v.second);
}
