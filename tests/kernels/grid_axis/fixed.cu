// expect: drf

// A grid of two axes has blocks of one, where threads are told apart by one.
__global__ void fill(float *x, int n) {
  int i = (blockIdx.x * 64 + blockIdx.y) * blockDim.x + threadIdx.x;
  if (blockIdx.x < 16 && blockIdx.y < 64 && i < n)
    x[i] = 1;
}
