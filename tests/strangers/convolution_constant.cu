// 1D and 2D convolution with the mask in constant memory.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

#define MASK_RADIUS 4
#define MASK_LEN (2 * MASK_RADIUS + 1)
#define BLOCK 256

__constant__ float M[MASK_LEN];
__constant__ float K2[5 * 5];

__global__ void conv1d(const float *in, float *out, int n) {
  __shared__ float tile[BLOCK + MASK_LEN - 1];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int left = i - MASK_RADIUS;
  tile[threadIdx.x] = (left >= 0 && left < n) ? in[left] : 0.f;
  if (threadIdx.x < MASK_LEN - 1) {
    const int right = left + BLOCK;
    tile[threadIdx.x + BLOCK] = (right < n) ? in[right] : 0.f;
  }
  __syncthreads();
  if (i < n) {
    float s = 0;
    for (int k = 0; k < MASK_LEN; ++k) s += tile[threadIdx.x + k] * M[k];
    out[i] = s;
  }
}

__global__ void conv2d(const float *in, float *out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float s = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      const int xx = min(max(x + dx, 0), w - 1);
      const int yy = min(max(y + dy, 0), h - 1);
      s += in[yy * w + xx] * K2[(dy + 2) * 5 + dx + 2];
    }
  out[y * w + x] = s;
}

int main() {
  std::vector<float> mask(MASK_LEN), k2(25, 1.f / 25);
  for (int i = 0; i < MASK_LEN; ++i) mask[i] = std::exp(-0.5f * (i - MASK_RADIUS) * (i - MASK_RADIUS));
  cudaMemcpyToSymbol(M, mask.data(), sizeof(float) * MASK_LEN);
  cudaMemcpyToSymbol(K2, k2.data(), sizeof(float) * 25);

  const int w = 1000, h = 700, n = w * h;
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemset(a, 0, n * sizeof(float));
  conv1d<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(a, b, n);
  conv2d<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(b, c, w, h);
  std::cout << cudaGetErrorString(cudaDeviceSynchronize()) << '\n';
  cudaFree(a); cudaFree(b); cudaFree(c);
}
// expect conv1d: race free -- BLOCK + t for t < 8 lies behind all tile[t]
// expect conv2d: race free -- in and out are b and c, two arrays
