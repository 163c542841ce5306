// expect: unsupported
// flags: --strict

#include <vector>

struct Block {
    float *p;
};

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(std::vector<Block> &all, int n) {
    Block one = all[n];
    k<<<1, 32>>>(one.p, all.at(n).p);
}
