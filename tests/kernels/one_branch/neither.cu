// expect: racy
//--blockDim=64 --gridDim=1

// The threads that have no number write as well, to any cell, since nothing was assigned.
__global__ void place(int *out, int n) {
  int cell;
  if (threadIdx.x < 48)
    cell = threadIdx.x;
  if (threadIdx.x < n)
    out[cell] = 1;
}
