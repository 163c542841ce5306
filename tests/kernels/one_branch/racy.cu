// expect: racy
//--blockDim=64 --gridDim=1

// As fixed.cu, but two threads have one cell.
__global__ void place(int *out, int n) {
  int cell;
  bool has = threadIdx.x < 48;
  if (has) {
    cell = threadIdx.x / 2;
    has = cell < n;
  }
  if (has)
    out[cell] = 1;
}
