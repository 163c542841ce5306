// expect: racy
//--blockDim=64 --gridDim=1

// The stage before is read while others write the next one into its place.
__global__ void stages(int *x, int n) {
    __shared__ int s[2][64];
    int t = threadIdx.x, stage = 0;
    s[1][t] = 0;
    for (int i = 0; i < n; i++) {
        s[stage][t] = x[i * 64 + t];
        __syncthreads();
        x[i * 64 + t] = s[1 - stage][63 - t];
        stage ^= 1;
    }
}
