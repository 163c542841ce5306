// expect: divergence
//--blockDim=64 --gridDim=1

// All threads come to the barrier in the first iteration.
__global__ void fewer(int *a) {
    for (int i = 1; i < 5; i *= 2)
        if (threadIdx.x + 2 > i) __syncthreads();
    a[threadIdx.x] = 1;
}
