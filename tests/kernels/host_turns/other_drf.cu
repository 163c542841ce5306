// expect: drf
// flags: --strict

// A pointer that the loop does not change is none of those.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    cudaMalloc(&r, 4096);
    for (int i = 0; i < n; i++) {
        if (i == 5) q = p;
    }
    k<<<1, 32>>>(p, r);
}
