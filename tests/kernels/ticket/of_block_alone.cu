// expect: racy
//--blockDim=64 --gridDim=4

// Atomic for the threads of the block only: those of others come between.
__global__ void push(int *out, int *count) { if (threadIdx.x == 0) out[atomicAdd_block(count, 1)] = 1; }
