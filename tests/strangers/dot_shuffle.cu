#include <cstdio>
#include <vector>

#define FULL_MASK 0xffffffff

__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(FULL_MASK, val, offset);
  return val;
}

__inline__ __device__ float blockReduceSum(float val) {
  static __shared__ float shared[32]; // one partial sum for each warp
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;

  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();

  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);
  return val;
}

__global__ void dot(const float *x, const float *y, float *result, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += x[i] * y[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

int main() {
  const int n = 1 << 22;
  std::vector<float> ones(n, 1.0f);
  float *x, *y, *r, h = 0;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&r, sizeof(float));
  cudaMemcpy(x, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(y, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(r, 0, sizeof(float));
  dot<<<256, 512>>>(x, y, r, n);
  cudaMemcpy(&h, r, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f (should be %d)\n", h, n);
  cudaFree(x); cudaFree(y); cudaFree(r);
}
// expect dot: race free, assuming nothing -- one writer for each shared[wid], a barrier before they are read
