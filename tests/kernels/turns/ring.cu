// expect: drf
//--blockDim=64 --gridDim=1

__global__ void stages(int *x, int n) {
    __shared__ int s[3][64];
    int t = threadIdx.x, stage = 0;
    for (int i = 0; i < n; i++) {
        s[stage][t] = x[i * 64 + t];
        __syncthreads();
        x[i * 64 + t] = s[stage][63 - t];
        stage = (stage + 1) % 3;
    }
}
