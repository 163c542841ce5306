// expect: drf

// The number of a thread among all, across two axes of the grid.
__global__ void scale(float *x, int n, float by) {
  int i = (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= by;
}
