// expect: unsupported
// flags: --strict

// A late turn makes a pointer one that is not the loop's, past two others.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r, *s;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    cudaMalloc(&r, 4096);
    cudaMalloc(&s, 4096);
    for (int i = 0; i < 1000; i++) {
        if (i == 502) p = q;
        if (i == 501) q = r;
        if (i == 500) r = s;
    }
    k<<<1, 32>>>(p, s);
}
