// expect: racy
//--blockDim=64 --gridDim=1

__global__ void k(int *out, unsigned *n) { out[atomicAdd(n, 1u) / 2] = threadIdx.x; }
