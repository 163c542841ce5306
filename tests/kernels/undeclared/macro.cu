// expect: drf
//--blockDim=64 --gridDim=64

// What a constant is does not matter where it is the same for all threads.
__global__ void fill(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x + OFFSET] = OFFSET;
}
