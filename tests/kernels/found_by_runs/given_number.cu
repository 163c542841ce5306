// expect: potential

// With the number that the host gives, no thread gets there.
__global__ void scale(const float *x, int *out, float factor) {
    if (x[threadIdx.x] * factor > 1.0f) out[0] = threadIdx.x;
}

void run(const float *x, int *out) {
    const float none = 0.0f;
    scale<<<1, 64>>>(x, out, none);
}
