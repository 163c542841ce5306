// expect: potential
//--blockDim=64 --gridDim=1

// What a thread keeps from one round meets what another one gets in the next.
__global__ void rounds(int *out, int n) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (int r = 0; r < n; r++) {
        int at = atomicAdd(&count, 1);
        if (threadIdx.x == 1) out[at] = r;
        __syncthreads();
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        if (threadIdx.x == 2) out[at] = r;
    }
}
