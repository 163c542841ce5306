#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <stdexcept>

// Row sums with BS threads for each row: tuning of the block size.

template <typename T, int BS>
__global__ void row_sums(const T* a, T* sums, int rows, int cols) {
  static_assert((BS & (BS - 1)) == 0, "a power of two");
  __shared__ T s[BS];
  const int r = blockIdx.x;
  if (r >= rows) return;  // the whole block
  T v = T();
  for (int c = threadIdx.x; c < cols; c += BS) v += a[r * cols + c];
  s[threadIdx.x] = v;
  __syncthreads();
#pragma unroll
  for (int half = BS / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[r] = s[0];
}

template <int BS>
void run(const float* a, float* sums, int rows, int cols, const char* label) {
  cudaEvent_t e0, e1;
  cudaEventCreate(&e0);
  cudaEventCreate(&e1);
  cudaEventRecord(e0);
  row_sums<float, BS><<<rows, BS>>>(a, sums, rows, cols);
  cudaEventRecord(e1);
  cudaEventSynchronize(e1);
  float ms;
  cudaEventElapsedTime(&ms, e0, e1);
  std::printf("%-6s %.3f ms\n", label, ms);
}

int main() {
  const int rows = 2048, cols = 2000;
  float *a, *sums;
  if (cudaMalloc(&a, rows * cols * sizeof(float)) != cudaSuccess) throw std::bad_alloc();
  if (cudaMalloc(&sums, rows * sizeof(float)) != cudaSuccess) throw std::bad_alloc();
  cudaMemset(a, 0, rows * cols * sizeof(float));
  run<64>(a, sums, rows, cols, "64");
  run<128>(a, sums, rows, cols, "128");
  run<256>(a, sums, rows, cols, "256");
  run<1024>(a, sums, rows, cols, "1024");
  cudaFree(a);
  cudaFree(sums);
}
// expect row_sums: race free, assuming nothing -- with BS threads the tree has its barriers, for each BS
