#include <cooperative_groups.h>
#include <cstdio>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

template <class Tile>
__device__ int tile_sum(const Tile &tile, int v) {
  for (int off = tile.size() / 2; off > 0; off /= 2) v += tile.shfl_down(v, off);
  return v;
}

__global__ void sum_kernel(const int *in, int *total, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  int v = 0;
  for (int i = blockIdx.x * blockDim.x + block.thread_rank(); i < n; i += gridDim.x * block.size()) v += in[i];
  v = tile_sum(tile, v);
  if (tile.thread_rank() == 0) atomicAdd(total, v);
}

__global__ void shared_sum(const int *in, int *total, int n) {
  __shared__ int part[32];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int i = block.group_index().x * block.group_dim().x + block.thread_index().x;
  int v = i < n ? in[i] : 0;
  v = tile_sum(tile, v);
  if (tile.thread_rank() == 0) part[block.thread_rank() / 32] = v;
  block.sync();
  if (block.thread_rank() < 32) {
    v = block.thread_rank() < block.size() / 32 ? part[block.thread_rank()] : 0;
    v = tile_sum(tile, v);
    if (block.thread_rank() == 0) total[blockIdx.x] = v;
  }
}

int main() {
  const int n = 1 << 20;
  std::vector<int> h(n);
  std::iota(h.begin(), h.end(), 0);
  int *in, *total, *parts;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&parts, n / 256 * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sum_kernel<<<80, 256>>>(in, total, n);
  shared_sum<<<n / 256, 256>>>(in, parts, n);
  int r;
  cudaMemcpy(&r, total, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
}
// expect sum_kernel: race free, assuming nothing -- shuffles in registers, then atomics
// expect shared_sum: race free, assuming nothing -- one writer for each part, block.sync() before they are read
