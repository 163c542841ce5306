// expect: racy
//--blockDim=32 --gridDim=2

// Each block has a counter of its own, and gives out the same numbers.
__global__ void k(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    out[atomicAdd(&count, 1)] = blockIdx.x;
}
