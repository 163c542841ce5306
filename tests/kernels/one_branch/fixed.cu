// expect: drf
//--blockDim=64 --gridDim=1

// Only the threads that have a cell give it a number, and only they write.
__global__ void place(int *out, int n) {
  int cell;
  bool has = threadIdx.x < 48;
  if (has) {
    cell = 2 * threadIdx.x + 1;
    has = cell < n;
  }
  if (has)
    out[cell] = 1;
}
