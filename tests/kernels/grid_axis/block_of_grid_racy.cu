// expect: racy

// The axis of the grid is any, where a kernel names that of the block alone.
__global__ void fill(float *x) {
  x[threadIdx.y * blockDim.x + threadIdx.x] = 1;
}
