// expect: racy

// Threads that nothing tells apart are more than one.
__global__ void fill(float *x, int n) {
  int i = blockIdx.x * 64 + blockIdx.y;
  if (blockIdx.x < 16 && blockIdx.y < 64 && i < n)
    x[i] = i;
}
