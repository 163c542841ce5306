#include <cstdio>
#include <cstdlib>
#include <vector>

// The same idea, but one call does not match its template argument.
template <int BS>
__global__ void block_max(const int* in, int* out, int n) {
  __shared__ int s[2 * BS];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x % BS] = i < n ? in[i] : -1;
  __syncthreads();
  for (int h = BS / 2; h > 0; h /= 2) {
    if (threadIdx.x < h) s[threadIdx.x] = max(s[threadIdx.x], s[threadIdx.x + h]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

static void launch(const int* in, int* out, int n, int threads) {
  const int blocks = (n + threads - 1) / threads;
  if (threads <= 128)
    block_max<128><<<blocks, 128>>>(in, out, n);
  else
    block_max<256><<<blocks, 512>>>(in, out, n);
}

int main() {
  const int n = 1 << 20;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = std::rand();
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n / 128 * sizeof(int));
  cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  launch(in, out, n, 128);
  launch(in, out, n, 512);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
// expect block_max<128>: race free -- 128 threads for 128 cells
// expect block_max<256>: racy -- 512 threads write 256 cells, two threads each
