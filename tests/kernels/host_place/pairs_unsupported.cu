// expect: unsupported
// flags: --strict

#include <vector>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

// Each element meets itself, too.
void host(std::vector<float *> &all) {
    for (float *a : all)
        for (float *b : all) k<<<1, 32>>>(a, b);
}
