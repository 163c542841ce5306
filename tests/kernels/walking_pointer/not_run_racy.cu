// expect: racy
//--blockDim=64 --gridDim=1
__global__ void walk(int *out, int n, int m) {
    int *p = out + threadIdx.x;
    if (n == 100000) out[threadIdx.x/2] = 1;
    for (int k = 0; k < m; k++) {
        p += n * n;
        if (threadIdx.x == 0) *p = 1;
    }
}
