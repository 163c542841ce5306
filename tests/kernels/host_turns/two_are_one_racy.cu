// expect: racy

// Three of them take turns, and two are one array: each launch of two that are one is made.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&r, 4096);
    q = p;
    for (int i = 0; i < 1000; i++) {
        float *t = p; p = q; q = r; r = t;
        k<<<1, 32>>>(p, q);
    }
}
