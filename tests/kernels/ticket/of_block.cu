// expect: drf
//--blockDim=64 --gridDim=4

// A counter of the block, from 0 in each round.
__global__ void compact(int *out, const int *in, int rounds) {
    __shared__ int count;
    __shared__ int kept[64];
    for (int r = 0; r < rounds; r++) {
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        int x = in[r * 256 + blockIdx.x * 64 + threadIdx.x];
        if (x > 0) kept[atomicAdd(&count, 1)] = x;
        __syncthreads();
        if (threadIdx.x < count) out[blockIdx.x * 64 + threadIdx.x] += kept[threadIdx.x];
        __syncthreads();
    }
}
