// expect: drf

__global__ void scatter(const float *x, int *out) {
    float f = x[threadIdx.x];
    if (f >= 64.0f) out[threadIdx.x] = (int)f;
}

void run(const float *x) {
    int *out;
    cudaMalloc(&out, 256 * sizeof(int));
    scatter<<<1, 64>>>(x, out);
}
