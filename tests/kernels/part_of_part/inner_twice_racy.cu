// expect: racy

// `alone_twice_drf.cu` includes it, too, and `main_twice_drf.cu` does not include that one: it is taken by itself, for any
// launch.
__global__ void fill(float *out) {
    out[blockIdx.x * 64 + threadIdx.x] = 1.0f;
}
