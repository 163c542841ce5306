// expect: racy
//--blockDim=64 --gridDim=1

// It counts 0, 1, 2, 3, 0.
__global__ void push(int *out, unsigned *count) { out[atomicInc(count, 3)] = 1; }
