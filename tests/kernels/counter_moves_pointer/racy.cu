// expect: racy

// The rows overlap by one element.
__global__ void scale(float *x, int n) {
  int row_number = blockIdx.x;
  float *row = x + row_number * (n - 1);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    __stcs(row + i, 2 * __ldcs(row + i));
}
