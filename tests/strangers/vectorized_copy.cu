#include <cstdint>
#include <cstdio>
#include <cstring>
#include <type_traits>

// Copies with wide loads and stores.

__global__ void copy_scalar(int *out, const int *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = in[i];
}

__global__ void copy_vector2(int *out, int *in, int n) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = idx; i < n / 2; i += blockDim.x * gridDim.x)
    reinterpret_cast<int2 *>(out)[i] = reinterpret_cast<int2 *>(in)[i];
  // in only one thread, the last element (if there is one)
  if (idx == n / 2 && n % 2 == 1) out[idx] = in[idx];
}

__global__ void copy_vector4(int *out, int *in, int n) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = idx; i < n / 4; i += blockDim.x * gridDim.x)
    reinterpret_cast<int4 *>(out)[i] = reinterpret_cast<int4 *>(in)[i];
  int rest = n % 4;
  if (idx == n / 4) {
    while (rest) {
      int at = n - rest--;
      out[at] = in[at];
    }
  }
}

// overlapping windows of 4: a stride of 2 was meant for int2
__global__ void copy_window(int *out, const int *in, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 4 <= n) memcpy(out + i, in + i, 4 * sizeof(int));
}

int main() {
  const int n = 1'000'001;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i;
  const int threads = 256;
  copy_scalar<<<(n + threads - 1) / threads, threads>>>(out, in, n);
  copy_vector2<<<(n / 2 + threads - 1) / threads, threads>>>(out, in, n);
  copy_vector4<<<(n / 4 + threads - 1) / threads, threads>>>(out, in, n);
  copy_window<<<(n / 2 + threads - 1) / threads, threads>>>(out, in, n);
  cudaDeviceSynchronize();
  printf("%d\n", std::memcmp(in, out, n * sizeof(int)));
}
// expect copy_scalar: race free, assuming nothing -- one element for each iteration
// expect copy_vector2: racy -- the odd thread copies out[n / 2] and not out[n - 1]: that is part of another thread's int2
// expect copy_vector4: race free -- the rest lies behind the last whole int4
// expect copy_window: racy -- windows of 4 elements begin every 2
