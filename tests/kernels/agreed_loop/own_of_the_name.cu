// expect: divergence
//--blockDim=64 --gridDim=1

// Threads agree on what they read of the array, and not on their own variables of the same name.
__global__ void rounds(int *out) {
    __shared__ int size[1];
    if (threadIdx.x == 0) size[0] = 4;
    __syncthreads();
    int *bound = size;
    {
        int size = threadIdx.x;
        for (int i = 0; i < bound[0]; i++) {
            for (int j = 0; j < 2; j++) {
                if (size > 3) __syncthreads();
                size = size * 3 / 2;
            }
        }
        out[threadIdx.x] = size;
    }
}
