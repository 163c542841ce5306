// expect: drf

// A row is gone through by pointers that the counter moves.
__global__ void scale(float *x, int n) {
  int row_number = blockIdx.x;
  float *row = x + row_number * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    __stcs(row + i, 2 * __ldcs(row + i));
}
