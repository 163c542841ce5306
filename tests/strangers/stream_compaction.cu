#include <cstdio>
#include <algorithm>
#include <vector>

struct IsPositive {
  __device__ bool operator()(int x) const { return x > 0; }
};

template <class Predicate>
__global__ void filter(int *dst, int *count, const int *src, int n, Predicate pred) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n && pred(src[i])) dst[atomicAdd(count, 1)] = src[i];
}

// no atomic, "because the counter is only incremented"
template <class Predicate>
__global__ void filter_fast(int *dst, int *count, const int *src, int n, Predicate pred) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n && pred(src[i])) {
    int at = *count;
    *count = at + 1;
    dst[at] = src[i];
  }
}

// one atomic for each warp
__global__ void filter_warp(int *dst, int *count, const int *src, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  bool keep = i < n && src[i] > 0;
  unsigned mask = __ballot_sync(0xffffffff, keep);
  int lane = threadIdx.x & 31;
  int base = 0;
  if (lane == 0 && mask) base = atomicAdd(count, __popc(mask));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) dst[base + __popc(mask & ((1u << lane) - 1))] = src[i];
}

int main() {
  const int n = 1 << 20;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = (i * 37) % 101 - 50;
  int *src, *dst, *count, found[3];
  cudaMalloc(&src, n * sizeof(int));
  cudaMalloc(&dst, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(src, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int v = 0; v < 3; ++v) {
    cudaMemset(count, 0, sizeof(int));
    switch (v) {
      case 0: filter<<<n / 256, 256>>>(dst, count, src, n, IsPositive()); break;
      case 1: filter_fast<<<n / 256, 256>>>(dst, count, src, n, IsPositive()); break;
      default: filter_warp<<<n / 256, 256>>>(dst, count, src, n);
    }
    cudaMemcpy(&found[v], count, sizeof(int), cudaMemcpyDeviceToHost);
  }
  printf("%d %d %d, host: %d\n", found[0], found[1], found[2],
         (int)std::count_if(h.begin(), h.end(), [](int x) { return x > 0; }));
}
// expect filter: race free -- atomicAdd gives each slot out once
// expect filter_fast: racy -- two threads read one count and write it, and one slot
// expect filter_warp: race free or potential -- a warp gets __popc(mask) slots and its lanes share them out; that takes counting set bits, which a solver may not do
