// expect: drf
// flags: --strict

// After any number of turns that swap them, two pointers are two.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        float *t = p; p = q; q = t;
    }
    k<<<1, 32>>>(p, q);
    for (int i = 0; i < 1000; i++) {
        k<<<1, 32>>>(p, q);
        float *t = p; p = q; q = t;
    }
    k<<<1, 32>>>(q, p);
}
