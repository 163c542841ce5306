// expect: drf
// flags: --strict

#include <vector>

struct Block {
    float *p, *q;
};

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

// Members of two names are two arrays, and so are two elements.
void host(std::vector<Block> &all, int n) {
    for (auto &block : all) k<<<1, 32>>>(block.p, block.q);
    for (int i = 0; i < n; i++) k<<<1, 32>>>(all[i].p, all[i + 1].p);
    k<<<1, 32>>>(all[0].p, all[1].p);
}
