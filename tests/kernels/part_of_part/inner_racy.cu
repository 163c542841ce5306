// expect: racy

__global__ void fill(float *out) {
    put(out + blockIdx.x * WIDTH + threadIdx.x);
}
