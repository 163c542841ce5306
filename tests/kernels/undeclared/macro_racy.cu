// expect: racy
//--blockDim=64 --gridDim=64

// Blocks of another size than `BLOCK`, which is the same number for all threads.
__global__ void fill(int *out) {
    out[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x;
}
