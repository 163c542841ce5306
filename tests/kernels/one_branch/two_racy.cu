// expect: racy
//--blockDim=64 --gridDim=1

// Either branch gives one of two numbers; the other's has the same range.
__global__ void place(int *out) {
  int low, high;
  bool even = threadIdx.x % 2 == 0;
  if (even)
    low = threadIdx.x;
  else
    high = threadIdx.x - 1;
  out[even ? low : high] = 1;
}
