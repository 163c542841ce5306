// expect: racy
#include <functional>

void widen(int &n) { n = 64; }

__global__ void k(int *out) { out[blockIdx.x] = threadIdx.x; }

void launch(int *out) {
  int block = 1;
  std::invoke(widen, block);
  k<<<2, block>>>(out);
}
