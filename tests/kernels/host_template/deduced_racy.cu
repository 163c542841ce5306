// expect: racy

// A launch with four times the blocks that `n` needs: an index wraps around.
template <class T>
T blocks_for(T n, const T &each) {
  return (n + each - 1) / each;
}

__global__ void k(float *out, int n) {
  unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * 4u;
  if (i < n) out[i] = 1;
}

void launch(float *out, int n, const int block) {
  const int grid = blocks_for(n, block);
  k<<<grid, block>>>(out, n);
}
