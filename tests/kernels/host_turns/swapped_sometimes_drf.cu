// expect: drf
// flags: --strict

// Also where some of the turns swap them.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        if (i % 3) { float *t = p; p = q; q = t; }
        k<<<1, 32>>>(p, q);
    }
    k<<<1, 32>>>(q, p);
}
