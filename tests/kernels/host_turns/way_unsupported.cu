// expect: unsupported
// flags: --strict

// With which of its pointers the loop ends is not followed.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    r = p;
    for (int i = 0; i < 1001; i++) {
        float *t = p; p = q; q = t;
    }
    k<<<1, 32>>>(p, r);
}
