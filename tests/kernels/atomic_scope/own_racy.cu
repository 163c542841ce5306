// expect: racy
//--blockDim=64 --gridDim=8

__global__ void count(int *n) {
    atomicAdd_block(n + blockIdx.x / 2, 1);
}
