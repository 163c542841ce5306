// expect: unsupported
// flags: --strict

// Where a late turn leaves the function, its pointers are one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void turn(float *&x, float *&y) {
    for (int i = 0; i < 1000; i++) {
        if (i == 500) { y = x; return; }
        float *t = x; x = y; y = t;
    }
}
void host(int n) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    turn(p, q);
    k<<<1, 32>>>(p, q);
}
