// expect: divergence
//--blockDim=64 --gridDim=1

// What the threads read after the second barrier decides about the first one.
__global__ void other(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        if (s[63 - threadIdx.x] == 0) __syncthreads();
        s[threadIdx.x] = threadIdx.x == 7;
        __syncthreads();
    }
    a[threadIdx.x] = 1;
}
