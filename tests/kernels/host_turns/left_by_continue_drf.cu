// expect: drf
// flags: --strict

// Turns that go on early swap the pointers, and leave them two.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(const int *x, int n) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        if (i % 2) {
            float *t = p; p = q; q = t;
            continue;
        }
        k<<<1, 32>>>(p, q);
    }
    k<<<1, 32>>>(q, p);
}
