// expect: drf
//--blockDim=64 --gridDim=4

__global__ void alternate(int *a, int rounds) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        if (i % 2 == 0) s[t] = i;
        if (i % 2 == 0) __syncthreads();
        if (i % 2 == 1) a[blockIdx.x * 64 + t] += s[63 - t];
        if (i % 2 == 1) __syncthreads();
    }
}
