#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

// y = a x + y in half precision, two at a time
__global__ void haxpy(int n, half a, const half *x, half *y) {
  int start = threadIdx.x + blockDim.x * blockIdx.x;
  int stride = blockDim.x * gridDim.x;
#if __CUDA_ARCH__ >= 530
  int n2 = n / 2;
  const half2 *x2 = (const half2 *)x;
  half2 *y2 = (half2 *)y;
  for (int i = start; i < n2; i += stride) y2[i] = __hfma2(__halves2half2(a, a), x2[i], y2[i]);
  if (start == 0 && (n % 2)) y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
#else
  for (int i = start; i < n; i += stride) y[i] = __float2half(__half2float(a) * __half2float(x[i]) + __half2float(y[i]));
#endif
}

__global__ void float2halfs(half *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half_rn(in[i]);
}

int main() {
  const int n = 100001;
  std::vector<float> h(n, 1.5f);
  float *f;
  half *x, *y;
  cudaMalloc(&f, n * sizeof(float));
  cudaMalloc(&x, n * sizeof(half));
  cudaMalloc(&y, n * sizeof(half));
  cudaMemcpy(f, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  float2halfs<<<(n + 255) / 256, 256>>>(x, f, n);
  float2halfs<<<(n + 255) / 256, 256>>>(y, f, n);
  haxpy<<<(n + 255) / 256, 256>>>(n, __float2half(2.0f), x, y);
  std::vector<half> r(n);
  cudaMemcpy(r.data(), y, n * sizeof(half), cudaMemcpyDeviceToHost);
  printf("%g\n", __half2float(r[n - 1]));
}
// expect haxpy: race free -- pairs up to n / 2, and the last odd element is in none of them
// expect float2halfs: race free -- one element for each thread
