// expect: racy
//--blockDim=64 --gridDim=1

// The buffer that is read never changes, and is written in each second step.
__global__ void scan(int *x, int n) {
    __shared__ int s[2][64];
    int t = threadIdx.x, in = 0, out = 1;
    s[0][t] = x[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        s[out][t] = t >= d ? s[in][t] + s[in][t - d] : s[in][t];
        out = 1 - out;
        __syncthreads();
    }
    x[t] = s[in][t];
}
