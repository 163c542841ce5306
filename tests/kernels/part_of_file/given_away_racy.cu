// expect: racy

// Of the two files that include it one launches the kernel, and the other gives it to a function that is not here.
__global__ void fill(float *out) {
    out[blockIdx.x * 128 + threadIdx.x] = 1.0f;
}
