// expect: racy
//--blockDim=64 --gridDim=8

__global__ void tiles(int *out, const int *in, int n) {
    __shared__ int s[64];
    __requires(n <= 1000000);
    for (int tile = blockIdx.x; tile < n; tile += gridDim.x) {
        s[threadIdx.x] = in[tile * 64 + threadIdx.x];
        __syncthreads();
        out[tile * 64 + threadIdx.x] = s[63 - threadIdx.x];
    }
}
