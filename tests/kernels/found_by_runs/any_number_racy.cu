// expect: racy

__global__ void scale(const float *x, int *out, float factor) {
    if (x[threadIdx.x] * factor > 0.5f) out[0] = threadIdx.x;
}

void run(const float *x, int *out, float factor) {
    scale<<<1, 64>>>(x, out, factor);
}
