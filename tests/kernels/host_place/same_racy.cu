// expect: racy
// flags: --strict

#include <vector>

struct Block {
    float *p, *q;
};

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(std::vector<Block> &all) { k<<<1, 32>>>(all[0].p, all[0].p); }
