// expect: drf

__global__ void k(int *p, int *q, int n) {
    if (n > 0) p[threadIdx.x] = q[threadIdx.x + 1];
}

// The pointers are one where n is negative.
void run(int *a, int *b, int n, int kind) {
    if (kind >= 0) return;
    int *c = kind == n ? a : b;
    k<<<1, 64>>>(a, c, n);
}
