#include <cstdio>
#include <cstdlib>

const int SIZE = 512;

template <typename T>
__device__ __forceinline__ void compareExchange(T &a, T &b, bool up) {
  if ((a > b) == up) { T t = a; a = b; b = t; }
}

__global__ void bitonicBlock(int *keys) {
  __shared__ int s[SIZE];
  const int t = threadIdx.x;
  keys += blockIdx.x * SIZE;
  s[t] = keys[t];
  s[t + SIZE / 2] = keys[t + SIZE / 2];
  for (int size = 2; size <= SIZE; size <<= 1) {
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      int pos = 2 * t - (t & (stride - 1));
      bool up = (pos & size) == 0;
      compareExchange(s[pos], s[pos + stride], up);
    }
  }
  __syncthreads();
  keys[t] = s[t];
  keys[t + SIZE / 2] = s[t + SIZE / 2];
}

int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main() {
  const int batches = 64;
  int *k = (int *)malloc(batches * SIZE * sizeof(int)), *d;
  for (int i = 0; i < batches * SIZE; i++) k[i] = rand() % 100000;
  cudaMalloc(&d, batches * SIZE * sizeof(int));
  cudaMemcpy(d, k, batches * SIZE * sizeof(int), cudaMemcpyHostToDevice);
  bitonicBlock<<<batches, SIZE / 2>>>(d);
  cudaMemcpy(k, d, batches * SIZE * sizeof(int), cudaMemcpyDeviceToHost);
  for (int b = 0; b < batches; b++)
    for (int i = 1; i < SIZE; i++)
      if (k[b * SIZE + i - 1] > k[b * SIZE + i]) { printf("batch %d is not sorted\n", b); return 1; }
  printf("all sorted\n");
  cudaFree(d);
  free(k);
  return 0;
}
// expect bitonicBlock: race free -- 2t - (t & (stride - 1)) and that + stride: pairs of each round are disjoint
