// expect: unsupported
// flags: --strict

// Nothing says how many turns there are: the sixth makes the pointers one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < n; i++) {
        if (i == 5) q = p;
    }
    k<<<1, 32>>>(p, q);
}
