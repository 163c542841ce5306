// expect: racy
// What is divided may wrap around on purpose, as a hash does.
__global__ void k(unsigned n, float *y) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i * 31u % n] = 1.0f;
}
