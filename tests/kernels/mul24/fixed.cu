// expect: drf
//--blockDim=64 --gridDim=4

__global__ void fill(int *a) { a[__mul24(blockIdx.x, blockDim.x) + threadIdx.x] = 1; }
