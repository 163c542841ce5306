// expect: unsupported
// flags: --strict

// It is launched only where both pointers are one, which parameters are not taken for.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void run(float *p, float *q) {
    if (p == q) k<<<1, 64>>>(p, q);
}
