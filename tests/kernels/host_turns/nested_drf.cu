// expect: drf
// flags: --strict

// A loop that swaps, in another one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int e = 0; e < n; e++) {
        for (int i = 0; i < 1000; i++) {
            float *t = p; p = q; q = t;
            k<<<1, 32>>>(p, q);
        }
    }
    k<<<1, 32>>>(p, q);
}
