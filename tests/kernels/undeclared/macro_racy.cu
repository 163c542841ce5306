// expect: potential
//--blockDim=64 --gridDim=64

// Two blocks meet where `BLOCK`, the same number for all threads, is smaller than they are.
__global__ void fill(int *out) {
    out[blockIdx.x * BLOCK + threadIdx.x] = threadIdx.x;
}
