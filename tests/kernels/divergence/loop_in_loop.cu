// expect: divergence
//--blockDim=[8,8] --gridDim=1

__global__ void inner(int *a, const int *b) {
    for (int i = 0; i < 4; i++) {
        __syncthreads();
        for (int j = 0; j < 4; j++) {
            if (b[j] < threadIdx.y) __syncthreads();
        }
    }
    a[threadIdx.y * 8 + threadIdx.x] = 1;
}
