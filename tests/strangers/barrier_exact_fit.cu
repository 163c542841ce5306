#include <cstdio>
#include <cstdlib>

// n is a multiple of the block: then a barrier behind the test is all right.

enum { BlockSize = 128 };

__global__ void neighbourSum(const int *a, int *b, int n)
{
  __shared__ int s[BlockSize + 2];
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    const int t = threadIdx.x + 1;
    s[t] = a[i];
    if (threadIdx.x == 0) s[0] = i > 0 ? a[i - 1] : 0;
    if (threadIdx.x == blockDim.x - 1) s[BlockSize + 1] = i + 1 < n ? a[i + 1] : 0;
    __syncthreads();
    b[i] = s[t - 1] + s[t] + s[t + 1];
  }
}

int main(int argc, char **argv)
{
  const int blocks = 1024;
  const int n = blocks * BlockSize;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = rand() % 100;
  neighbourSum<<<blocks, BlockSize>>>(a, b, n);
  cudaDeviceSynchronize();
  for (int i = 1; i + 1 < n; ++i)
    if (b[i] != a[i - 1] + a[i] + a[i + 1]) { printf("wrong at %d\n", i); exit(1); }
  printf("right\n");
  cudaFree(a);
  cudaFree(b);
  return 0;
}
// expect neighbourSum: race free, assuming nothing -- i < n holds of all threads of this launch, so all come to the barrier
