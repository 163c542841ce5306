// expect: racy
//--blockDim=32 --gridDim=1

// Where the loop does not run, its step may be any.
__global__ void fill(int *out, const int *in, int n, int step) {
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += step)
    sum += in[i];
  if (step < 0)
    out[0] = sum + threadIdx.x;
}
