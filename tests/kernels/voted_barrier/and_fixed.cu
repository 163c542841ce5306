// expect: drf
// flags: --block-dim 64 --grid-dim 8
__global__ void k(int *out, const int *x) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (!__syncthreads_and(x[t] > 0)) return;
    s[t] = x[t];
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}
