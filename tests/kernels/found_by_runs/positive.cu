// expect: potential

// What the host says of a number holds in each run that is tried.
__global__ void scale(const float *x, int *out, int n) {
    if (x[threadIdx.x] * n < -1.0f && x[threadIdx.x] > 0.5f) out[0] = threadIdx.x;
}

void run(const float *x, int *out, int n) {
    if (n < 0) return;
    scale<<<1, 64>>>(x, out, n);
}
