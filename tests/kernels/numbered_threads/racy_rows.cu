// expect: racy

// The rows of the grid are numbered alike.
__global__ void fill(int *x) {
  int i = (blockIdx.x + gridDim.x) * blockDim.x + threadIdx.x;
  x[i] = blockIdx.y;
}
