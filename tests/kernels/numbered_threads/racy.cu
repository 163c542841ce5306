// expect: racy

// The rows are as far apart as the grid is high: where it is wider, blocks share numbers.
__global__ void scale(float *x, int n, float by) {
  int i = (blockIdx.x + blockIdx.y * gridDim.y) * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= by;
}
