// expect: racy
//--blockDim=64 --gridDim=4

__global__ void fill(int *a) { a[__mul24(threadIdx.x, 1 << 23) >> 24] = threadIdx.x; }
