// expect: racy

// Two files beside this one include it, with other launches: it is taken by itself, for any launch.
__global__ void fill(float *out) {
    out[blockIdx.x * 128 + threadIdx.x] = 1.0f;
}
