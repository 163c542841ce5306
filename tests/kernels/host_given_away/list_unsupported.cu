// expect: unsupported
// flags: --strict

// Who is given the pointer may change it, or leave it as it is.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
#include <vector>
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    std::vector<float *> owned;
    owned.push_back(r);
    k<<<1, 32>>>(p, r);
}
