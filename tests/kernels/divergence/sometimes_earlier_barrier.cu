// expect: divergence
//--blockDim=64 --gridDim=1

// Where `m` is 0, threads diverge at the second barrier alone.
__global__ void counted(int *a, int n, int m) {
    if (threadIdx.x < n) {
        if (m > 0) __syncthreads();
        __syncthreads();
    }
    a[threadIdx.x] = 1;
}
