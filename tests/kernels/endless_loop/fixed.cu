// expect: drf
//--blockDim=32 --gridDim=1

// With a step that is not positive the loop has no end: C++ gives that no meaning.
__global__ void fill(int *out, int n, int step) {
  if (step > 0 && step != 32)
    return;
  for (int i = threadIdx.x; i < n; i += step)
    out[i] = i;
}
