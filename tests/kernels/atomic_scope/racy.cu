// expect: racy
//--blockDim=64 --gridDim=2

__global__ void count(int *n) {
    atomicAdd_block(n, 1);
}
