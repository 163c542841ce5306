// expect: racy

// As `part_drf.cu`; but the launch has more threads than a row has elements.
__global__ void fill(float *out) {
    out[blockIdx.x * WIDTH + threadIdx.x] = 1.0f;
}
