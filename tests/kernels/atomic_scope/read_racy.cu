// expect: racy
//--blockDim=64 --gridDim=4

__global__ void count(int *n, int *out) {
    atomicAdd_block(n + blockIdx.x, 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = n[blockIdx.x];
}
