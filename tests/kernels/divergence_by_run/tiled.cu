// expect: divergence
// Threads beyond `n` are gone when the others come to the barriers; the reads between these are in a loop.
__global__ void k(float *out, float *in, unsigned n, int tiles) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int tile = 0; tile < tiles; tile++) {
        s[threadIdx.x] = in[tile * blockDim.x + threadIdx.x];
        __syncthreads();
        for (unsigned c = 0; c < blockDim.x; c++) sum += s[c];
        __syncthreads();
    }
    out[i] = sum;
}
