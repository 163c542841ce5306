// expect: racy
//--blockDim=64 --gridDim=4

__global__ void count(int *n) {
    if (blockIdx.x == 0) atomicAdd(n, 1);
    else atomicMax_block(n, 7);
}
