// expect: potential
//--blockDim=64 --gridDim=4

// What a block assumes that is not among those of the race is assumed as well.
__global__ void mark(const float *x, int *out) {
    if (blockIdx.x == 3) __assume(x[0] < 0.5f);
    if (x[0] > 0.5f) out[0] = threadIdx.x;
}
