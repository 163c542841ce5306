#include <stdio.h>
#include <stdlib.h>

#define BLOCK_SIZE 192
#define GRID(n) (((n) + BLOCK_SIZE - 1) / BLOCK_SIZE)
#define LAUNCH(kernel, n, ...)                                   \
  do {                                                           \
    kernel<<<GRID(n), BLOCK_SIZE>>>(__VA_ARGS__);                \
    cudaError_t rc = cudaGetLastError();                         \
    if (rc != cudaSuccess) {                                     \
      fprintf(stderr, #kernel ": %s\n", cudaGetErrorString(rc)); \
      exit(1);                                                   \
    }                                                            \
  } while (0)
#define GLOBAL_ID (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL extern "C" __global__ void

KERNEL fill(float *p, float v, int n) {
  int i = GLOBAL_ID;
  if (i < n) p[i] = v;
}

KERNEL shift_left(float *p, int n) {
  int i = GLOBAL_ID;
  if (i + 1 < n) p[i] = p[i + 1];
}

KERNEL shift_left_to(float *q, const float *p, int n) {
  int i = GLOBAL_ID;
  if (i + 1 < n) q[i] = p[i + 1];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  float *p, *q;
  cudaMalloc(&p, n * sizeof *p);
  cudaMalloc(&q, n * sizeof *q);
  LAUNCH(fill, n, p, 1.5f, n);
  LAUNCH(fill, n, q, 2.5f, n);
  LAUNCH(shift_left, n, p, n);
  LAUNCH(shift_left_to, n, q, p, n);
  float last;
  cudaMemcpy(&last, q + n - 1, sizeof last, cudaMemcpyDeviceToHost);
  printf("%f\n", last);
  return 0;
}
// expect fill: race free, assuming nothing -- one element for each thread
// expect shift_left: racy -- p[i + 1] is read here and written by the next thread
// expect shift_left_to: race free, assuming nothing -- from one array to another
