// expect: potential

// With no number that the host lets through does a thread get there.
__global__ void scale(const float *x, int *out, int n) {
    if (x[threadIdx.x] < 1.5f && x[threadIdx.x] * n > 3.5f) out[0] = threadIdx.x;
}

void run(const float *x, int *out, int n) {
    if (n > 2) return;
    scale<<<1, 64>>>(x, out, n);
}
