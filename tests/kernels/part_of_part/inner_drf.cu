// expect: drf

// `launches_drf.cu` includes it, and `main_drf.cu` that one: what it calls and how it is launched stands there.
__global__ void fill(float *out) {
    put(out + blockIdx.x * blockDim.x + threadIdx.x);
}
