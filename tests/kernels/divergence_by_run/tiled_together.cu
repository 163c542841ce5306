// expect: drf
// As tiled.cu, of all threads: what a thread reads behind the second barrier, all read alike.
__global__ void k(float *out, float *in, int tiles) {
    __shared__ float s[1024];
    __shared__ int more;
    float sum = 0;
    for (int tile = 0; tile < tiles; tile++) {
        s[threadIdx.x] = in[tile * blockDim.x + threadIdx.x];
        if (threadIdx.x == 0) more = in[tile] > 0;
        __syncthreads();
        for (unsigned c = 0; c < blockDim.x; c++) sum += s[c];
        int go = more;
        __syncthreads();
        if (!go) break;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
