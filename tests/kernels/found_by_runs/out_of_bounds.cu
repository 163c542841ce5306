// expect: potential

// Two threads meet past the end of the array only: such a run has no meaning.
__global__ void scatter(const float *x, int *out) {
    float f = x[threadIdx.x];
    if (f >= 64.0f) out[(int)f] = threadIdx.x;
}

void run(const float *x) {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    scatter<<<1, 64>>>(x, out);
}
