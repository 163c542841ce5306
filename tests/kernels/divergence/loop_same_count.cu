// expect: drf
//--blockDim=64 --gridDim=1

// All threads come to the barrier in each iteration, and the condition does not say so.
__global__ void all(int *a, int n) {
    for (int i = threadIdx.x; i < threadIdx.x + 3; i++) __syncthreads();
    for (int i = 0; i < n; i++)
        if ((threadIdx.x | 64) > 63) __syncthreads();
    a[threadIdx.x] = 1;
}
