// expect: divergence
//--blockDim=64 --gridDim=1

__global__ void some(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (threadIdx.x != i) __syncthreads();
    }
    a[threadIdx.x] = 1;
}
