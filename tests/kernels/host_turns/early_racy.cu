// expect: racy

// An early turn makes the pointers one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < n; i++) {
        if (i == 1) q = p;
        float *t = p; p = q; q = t;
        k<<<1, 32>>>(p, q);
    }
}
