// expect: unsupported
// flags: --strict

#include <vector>

struct Block {
    float *p;
};

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

// In the second turn both are of one element.
void host(std::vector<Block> &all, int n) {
    Block *before = &all[0];
    for (int i = 0; i < n; i++) {
        k<<<1, 32>>>(before->p, all[i - 1].p);
        before = &all[i];
    }
}
