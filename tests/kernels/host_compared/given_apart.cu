// expect: drf
// flags: --strict

// It is launched only where both pointers are two.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void run(float *p, float *q) {
    if (p == q) return;
    k<<<1, 64>>>(p, q);
}
