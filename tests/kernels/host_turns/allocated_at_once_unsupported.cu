// expect: unsupported
// flags: --strict

// Each turn has two arrays of its own, but a late one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        cudaMalloc(&p, 4096);
        cudaMalloc(&q, 4096);
        if (i == 500) q = p;
    }
    k<<<1, 32>>>(p, q);
}
