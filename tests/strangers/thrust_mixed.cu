#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/functional.h>
#include <cmath>
#include <iostream>

struct square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};

// adjacent difference, by hand
__global__ void diff(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) y[i] = x[i] - x[i - 1];
}

// smooths a sorted list
__global__ void smooth(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
}

int main() {
  const int n = 1 << 16;
  thrust::host_vector<float> h(n);
  for (int i = 0; i < n; ++i) h[i] = (i * 7919) % n;
  thrust::device_vector<float> x = h;
  thrust::device_vector<float> y(n, 0.f);
  thrust::sort(x.begin(), x.end());

  diff<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(x.data()), thrust::raw_pointer_cast(y.data()), n);
  smooth<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(&x[0]), n);

  thrust::transform(y.begin(), y.end(), y.begin(), square{});
  float s = thrust::reduce(y.begin(), y.end(), 0.0f, thrust::plus<float>());
  std::cout << "rms " << std::sqrt(s / n) << ", first " << x[0] << std::endl;
}
// expect diff: race free -- x is only read, y[i] is the thread's own
// expect smooth: racy -- in place: x[i + 1] is written by the next thread
