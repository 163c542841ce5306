// expect: drf
// flags: --strict

// Pointers that move in their arrays stay in them.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        p += 4; q += 4;
        k<<<1, 32>>>(p, q);
    }
    k<<<1, 32>>>(p, q);
}
