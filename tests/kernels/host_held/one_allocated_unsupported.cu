// expect: unsupported
// flags: --strict

#include <vector>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host() {
    std::vector<float *> v(2);
    cudaMalloc(&v[0], 4096);
    v[1] = v[0];
    k<<<1, 32>>>(v[0], v[1]);
}
