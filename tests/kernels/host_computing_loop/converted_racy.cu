// expect: racy

// What the loop changes as numbers are the pointers.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host() {
    float *p, *q;
    cudaMalloc(&p, 400);
    cudaMalloc(&q, 400);
    long *x = (long *)&p, *y = (long *)&q;
    for (int i = 0; i < 3; i++) *x = *y;
    k<<<1, 64>>>(p, q);
}
