// expect: potential
//--blockDim=64 --gridDim=1

// The threads that have no number write as well. To any cell, by the proof; in C++ that has no meaning, so that a run shows nothing.
__global__ void place(int *out, int n) {
  int cell;
  if (threadIdx.x < 48)
    cell = threadIdx.x;
  if (threadIdx.x < n)
    out[cell] = 1;
}
