// expect: unsupported
// flags: --strict

// The array of a late turn is in two pointers.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        cudaMalloc(&p, 4096);
        if (i == 500) q = p;
        k<<<1, 32>>>(p, q);
        cudaFree(p);
    }
}
