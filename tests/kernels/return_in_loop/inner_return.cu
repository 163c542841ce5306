// expect: divergence
//--blockDim=64 --gridDim=1

// Some threads return from the loop inside, and the others wait for them.
__global__ void sums(int *a, const int *b, int n) {
    for (int i = 0; i < 4; i++) {
        if (n - i < 0) return;
        for (int j = threadIdx.x; j <= n; j += blockDim.x) {
            if (j == 3) return;
        }
        __syncthreads();
    }
    a[threadIdx.x] = 1;
}
