#include <cstdio>
#include <iostream>
#include <vector>
using namespace std;

// Kogge-Stone, one section per block
template <int SECTION_SIZE>
__global__ void koggeStone(const float* X, float* Y, int n) {
  __shared__ float XY[SECTION_SIZE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) XY[threadIdx.x] = X[i];
  else XY[threadIdx.x] = 0.0f;

  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (threadIdx.x >= stride)
      XY[threadIdx.x] += XY[threadIdx.x - stride];
  }
  if (i < n) Y[i] = XY[threadIdx.x];
}

template <int SECTION_SIZE>
__global__ void koggeStoneFixed(const float* X, float* Y, int n) {
  __shared__ float XY[SECTION_SIZE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) XY[threadIdx.x] = X[i];
  else XY[threadIdx.x] = 0.0f;

  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float temp = 0;
    if (threadIdx.x >= stride)
      temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride)
      XY[threadIdx.x] = temp;
  }
  if (i < n) Y[i] = XY[threadIdx.x];
}

int main() {
  constexpr int S = 1024;
  const int n = 5 * S - 100;
  vector<float> h(n, 1.0f);
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  koggeStone<S><<<(n + S - 1) / S, S>>>(x, y, n);
  cudaMemcpy(h.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cout << "first try: " << h[S - 1] << endl;
  koggeStoneFixed<S><<<(n + S - 1) / S, S>>>(x, y, n);
  cudaMemcpy(h.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cout << "fixed: " << h[S - 1] << endl;
}
// expect koggeStone: racy -- reads XY[t - stride] while thread t - stride updates it
// expect koggeStoneFixed: race free -- all reads of a round are before its second barrier, the writes behind it
