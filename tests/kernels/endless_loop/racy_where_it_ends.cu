// expect: racy
//--blockDim=32 --gridDim=1

// Downwards the loop ends below 0: threads pass by each other's elements.
__global__ void fill(int *out, int n, int step) {
  if (step > 0 && step != 32)
    return;
  for (int i = threadIdx.x; i < n; i += step) {
    if (i < 0)
      break;
    out[i] = threadIdx.x;
  }
}
