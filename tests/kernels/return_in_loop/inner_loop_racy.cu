// expect: racy
//--blockDim=64 --gridDim=1

__global__ void sums(int *a, const int *b, int n) {
    __shared__ int s[64];
    for (int i = 0; i < 4; i++) {
        int row = n - i;
        if (row < 0) return;
        int sum = 0;
        for (int j = threadIdx.x; j <= row; j += blockDim.x) sum += b[j];
        s[threadIdx.x] = sum;
        __syncthreads();
        a[64 * i + threadIdx.x] = s[63 - threadIdx.x];
    }
}
