// expect: drf
//--blockDim=64 --gridDim=4

__global__ void count(int *n) {
    __shared__ int m;
    if (blockIdx.x == 0) atomicAdd(n, 1);
    else atomicMax_block(&m, 7);
}
