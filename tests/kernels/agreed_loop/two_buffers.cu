// expect: drf
//--blockDim=64 --gridDim=4

__global__ void scan(int *out, const int *in, int n) {
    __shared__ int s[128];
    int t = threadIdx.x, to = 0, from = 1;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        to = 1 - to;
        from = 1 - to;
        s[to * 64 + t] = t >= d ? s[from * 64 + t] + s[from * 64 + t - d] : s[from * 64 + t];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s[to * 64 + t];
}
