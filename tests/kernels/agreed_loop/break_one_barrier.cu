// expect: racy
//--blockDim=64 --gridDim=4

__global__ void rounds(int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0;; i++) {
        if (i >= n) break;
        s[t] = i;
        __syncthreads();
        a[blockIdx.x * 64 + t] += s[63 - t];
    }
}
