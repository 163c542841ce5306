// expect: potential
//--blockDim=64 --gridDim=1

// Numbers from before and behind the reset are the same ones.
__global__ void twice(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int first = atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int second = atomicAdd(&count, 1);
    if (threadIdx.x < 32) out[first] = 1;
    else out[second] = 2;
}
