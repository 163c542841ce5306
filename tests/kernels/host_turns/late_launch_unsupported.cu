// expect: unsupported
// flags: --strict

// The launch of a late turn has the pointers that an early turn made one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        if (i == 500) k<<<1, 32>>>(p, q);
        if (i == 2) q = p;
    }
}
