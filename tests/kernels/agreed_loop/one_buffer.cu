// expect: racy
//--blockDim=64 --gridDim=4

__global__ void scan(int *out, const int *in, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        if (t >= d) s[t] += s[t - d];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = s[t];
}
