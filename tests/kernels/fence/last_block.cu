// expect: potential
//--blockDim=64 --gridDim=4

// As in NVIDIA's sample `threadFenceReduction`: the last block adds what all blocks have left.
__device__ unsigned int retired = 0;

__device__ int of_block(const int *in) {
    __shared__ int s[64];
    s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    for (unsigned d = 32; d > 0; d >>= 1) {
        if (threadIdx.x < d)
            s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    return s[0];
}

__global__ void reduce(const int *in, int *part, int *out) {
    __shared__ bool am_last;
    int sum = of_block(in);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = sum;
        __threadfence();
        unsigned ticket = atomicInc(&retired, gridDim.x);
        am_last = (ticket == gridDim.x - 1);
    }
    __syncthreads();
    if (am_last) {
        if (threadIdx.x == 0) {
            int all = 0;
            for (unsigned i = 0; i < gridDim.x; i++)
                all += part[i];
            out[0] = all;
            retired = 0;
        }
    }
}
