#include <cfloat>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>
#include <cuda_runtime.h>

// Three generations of a row softmax. Every kernel: one block per row.

__global__ void softmax_v1(const float* in, float* out, int cols) {
  extern __shared__ float buf[];
  const int tid = threadIdx.x;
  const float* row = in + blockIdx.x * cols;

  float m = -FLT_MAX;
  for (int i = tid; i < cols; i += blockDim.x) m = fmaxf(m, row[i]);
  buf[tid] = m;
  __syncthreads();
  for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (tid < s) buf[tid] = fmaxf(buf[tid], buf[tid + s]);
    __syncthreads();
  }
  m = buf[0];

  float sum = 0.f;
  for (int i = tid; i < cols; i += blockDim.x) sum += expf(row[i] - m);
  buf[tid] = sum;
  __syncthreads();
  for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (tid < s) buf[tid] += buf[tid + s];
    __syncthreads();
  }
  for (int i = tid; i < cols; i += blockDim.x) out[blockIdx.x * cols + i] = expf(row[i] - m) / buf[0];
}

__global__ void softmax_v2(const float* in, float* out, int cols) {
  extern __shared__ float buf[];
  const int tid = threadIdx.x;
  const float* row = in + blockIdx.x * cols;

  float m = -FLT_MAX;
  for (int i = tid; i < cols; i += blockDim.x) m = fmaxf(m, row[i]);
  buf[tid] = m;
  __syncthreads();
  for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (tid < s) buf[tid] = fmaxf(buf[tid], buf[tid + s]);
    __syncthreads();
  }
  m = buf[0];
  __syncthreads();

  float sum = 0.f;
  for (int i = tid; i < cols; i += blockDim.x) sum += expf(row[i] - m);
  buf[tid] = sum;
  __syncthreads();
  for (int s = blockDim.x >> 1; s > 0; s >>= 1) {
    if (tid < s) buf[tid] += buf[tid + s];
    __syncthreads();
  }
  for (int i = tid; i < cols; i += blockDim.x) out[blockIdx.x * cols + i] = expf(row[i] - m) / buf[0];
}

int main() {
  const int rows = 4096, cols = 1000, threads = 256;
  std::vector<float> h(rows * cols, 0.5f);
  float *in, *out;
  cudaMalloc(&in, h.size() * sizeof(float));
  cudaMalloc(&out, h.size() * sizeof(float));
  cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);

  std::map<std::string, std::function<void()>> versions;
  versions["v1"] = [&] { softmax_v1<<<rows, threads, threads * sizeof(float)>>>(in, out, cols); };
  versions["v2"] = [&] { softmax_v2<<<rows, threads, threads * sizeof(float)>>>(in, out, cols); };
  for (auto& [name, run] : versions) {
    run();
    cudaMemcpy(h.data(), out, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    float s = 0;
    for (int i = 0; i < cols; ++i) s += h[i];
    printf("%s: row 0 sums up to %f\n", name.c_str(), s);
  }
  cudaFree(in);
  cudaFree(out);
}
// expect softmax_v1: racy -- buf[0] is read as the maximum while thread 0 already stores its sum there
// expect softmax_v2: race free -- the barrier behind m = buf[0] is the missing one
