// expect: unsupported
// flags: --strict

// Where a late turn leaves the loop, the pointers are one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        if (i == 500) { q = p; break; }
    }
    k<<<1, 32>>>(p, q);
}
