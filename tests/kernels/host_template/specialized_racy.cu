// expect: racy

// A static constant of a class template, by the argument that the host gives: 1 by its specialization.
template <class T>
struct Pack {
  static constexpr int size = sizeof(int4) / sizeof(T);
};
template <>
struct Pack<float> {
  static constexpr int size = 1;
};
typedef Pack<float> Four;

int blocks_for(int n, int each) { return (n + each - 1) / each; }

__global__ void k(float *out, int n) {
  unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * 4u;
  if (i < n) out[i] = 1;
}

void launch(float *out, int n, const int block) {
  const int grid = blocks_for(n, block * Four::size);
  k<<<grid, block>>>(out, n);
}
