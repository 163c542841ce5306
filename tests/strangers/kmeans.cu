#include <cfloat>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

// k-means, 2-D points, fixed number of iterations. k <= 64.

#define MAX_K 64

__constant__ float2 d_centroids[MAX_K];

__global__ void assign(const float2* points, int* label, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = FLT_MAX;
  int which = 0;
  for (int c = 0; c < k; ++c) {
    float dx = points[i].x - d_centroids[c].x, dy = points[i].y - d_centroids[c].y;
    float d = dx * dx + dy * dy;
    if (d < best) { best = d; which = c; }
  }
  label[i] = which;
}

__global__ void accumulate(const float2* points, const int* label, float2* sum, int* size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = label[i];
  sum[c].x += points[i].x;
  sum[c].y += points[i].y;
  atomicAdd(&size[c], 1);
}

__global__ void accumulate_shared(const float2* points, const int* label, float2* sum, int* size, int n, int k) {
  __shared__ float sx[MAX_K], sy[MAX_K];
  __shared__ int cnt[MAX_K];
  int t = threadIdx.x;
  if (t < k) sx[t] = sy[t] = 0.f, cnt[t] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    int c = label[i];
    atomicAdd(&sx[c], points[i].x);
    atomicAdd(&sy[c], points[i].y);
    atomicAdd(&cnt[c], 1);
  }
  __syncthreads();
  if (t < k) {
    atomicAdd(&sum[t].x, sx[t]);
    atomicAdd(&sum[t].y, sy[t]);
    atomicAdd(&size[t], cnt[t]);
  }
}

int main(int argc, char** argv) {
  const int n = 100000, k = 8;
  std::mt19937 rng(3);
  std::uniform_real_distribution<float> u(-1, 1);
  std::vector<float2> pts(n), cent(k);
  for (auto& p : pts) p = {u(rng), u(rng)};
  for (auto& c : cent) c = {u(rng), u(rng)};

  float2 *points, *sum;
  int *label, *size;
  cudaMalloc(&points, n * sizeof(float2));
  cudaMalloc(&label, n * sizeof(int));
  cudaMalloc(&sum, k * sizeof(float2));
  cudaMalloc(&size, k * sizeof(int));
  cudaMemcpy(points, pts.data(), n * sizeof(float2), cudaMemcpyHostToDevice);

  const bool fast = argc > 1;
  for (int it = 0; it < 20; ++it) {
    cudaMemcpyToSymbol(d_centroids, cent.data(), k * sizeof(float2));
    cudaMemset(sum, 0, k * sizeof(float2));
    cudaMemset(size, 0, k * sizeof(int));
    assign<<<(n + 255) / 256, 256>>>(points, label, n, k);
    if (fast)
      accumulate<<<(n + 255) / 256, 256>>>(points, label, sum, size, n);
    else
      accumulate_shared<<<(n + 255) / 256, 256>>>(points, label, sum, size, n, k);
    std::vector<float2> s(k);
    std::vector<int> c(k);
    cudaMemcpy(s.data(), sum, k * sizeof(float2), cudaMemcpyDeviceToHost);
    cudaMemcpy(c.data(), size, k * sizeof(int), cudaMemcpyDeviceToHost);
    for (int j = 0; j < k; ++j)
      if (c[j]) cent[j] = {s[j].x / c[j], s[j].y / c[j]};
  }
  for (auto c : cent) std::cout << c.x << ' ' << c.y << '\n';
}
// expect assign: race free -- one label for each thread
// expect accumulate: racy -- two points with one label add to one sum without an atomic
// expect accumulate_shared: race free -- sums are cleared, then atomics, then read, with barriers between
