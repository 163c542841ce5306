/* Hillis & Steele, double buffered, as in the lecture notes */
#include <stdio.h>

#define NTHREADS 1024

__global__ void scan(int *g_odata, int *g_idata, int n)
{
  extern __shared__ int temp[];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2)
  {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset)
      temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
    else
      temp[pout * n + thid] = temp[pin * n + thid];
    __syncthreads();
  }
  g_odata[thid] = temp[pout * n + thid];
}

int main(int argc, char **argv)
{
  int h[NTHREADS], r[NTHREADS], *a, *b, i, s = 0;
  for (i = 0; i < NTHREADS; i++) h[i] = i & 3;
  cudaMalloc((void**)&a, sizeof h);
  cudaMalloc((void**)&b, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  scan<<<1, NTHREADS, 2 * NTHREADS * sizeof(int)>>>(b, a, NTHREADS);
  cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
  for (i = 0; i < NTHREADS; i++) {
    if (r[i] != s) { printf("FAILED at %d (%d, should be %d)\n", i, r[i], s); return 1; }
    s += h[i];
  }
  printf("PASSED\n");
  return 0;
}
// expect scan: race free, assuming nothing -- reads of one half, writes to the other, a barrier in each round
