// Many constructs in one file: the seed of mutations, and a snapshot.
#include <stdio.h>
__global__ void loops(int *a, int n, unsigned m, long big) {
  for (int i = 0; i < m; i++) a[i] = 0;
  for (unsigned i = m; i > 0; i--) a[i] = 1;
  for (unsigned i = m - 1; i >= 0; i--) a[i] = 2;
  for (int i = n; i >= 0; i -= 3) a[i] = 3;
  for (int i = 0; i != n; ++i) a[i] = 4;
  for (unsigned i = 0; i < big; i += 2) a[i] = 5;
  int j = 0; while (j < n) { a[j] = 6; j = j + 1; }
  a[j] = 7;
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) { a[s] = 8; __syncthreads(); }
  for (int s = 1; s < blockDim.x; s *= 2) a[s] = 9;
}
__global__ void conds(int *a, int *b, int n, float *f) {
  int i = threadIdx.x;
  if (i < n && a[i] > 0) b[i] = 1; else b[i] = 2;
  int x;
  if (i < 5) x = 1; else x = a[i];
  b[x] = i < 3 ? a[i] : 7;
  int y = i < 3 ? 4 : 5;
  b[y] = !(i < 3);
  if (f[i] > 1.0f) b[i] = 3;
  if (i >= n) return;
  while (a[i] != 0) { a[i]--; i += b[i]; }
  b[i] = (int) f[i];
}
__device__ int helper(int x) { return x; }
__global__ void bad(int *a) { a[0] = helper(1); }
__global__ void bad2(int *a) { if (threadIdx.x < 3) __syncthreads(); }
__global__ void bad3(int *a) { atomicAdd(a, 1); }
__shared__ int flag; __constant__ int N; __device__ int counter; const int K = 3;
__global__ void globals(int *a) { int *p = a + K; if (threadIdx.x == 0) flag = N; p[2] = 1; *p = flag; counter++; const int q[3] = {1,2,3}; a[q[1]] = 0; int (*t)[4]; }
