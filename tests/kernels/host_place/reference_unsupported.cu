// expect: unsupported
// flags: --strict

#include <vector>

struct Block {
    float *p, *q;
};

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(std::vector<Block> &all, int n) {
    auto &first = all[0];
    k<<<1, 32>>>(first.p, all[n].p);
}
