// Persistent 1-D diffusion: all time steps in one cooperative launch.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

__global__ void diffuse(double *a, double *b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int t = 0; t < steps; ++t) {
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      if (i > 0 && i < n - 1) b[i] = a[i] + 0.25 * (a[i - 1] - 2 * a[i] + a[i + 1]);
    grid.sync();
    double *s = a; a = b; b = s;
  }
}

// what I had before: a barrier for the block only
__global__ void diffuse_block(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      if (i > 0 && i < n - 1) b[i] = a[i] + 0.25 * (a[i - 1] - 2 * a[i] + a[i + 1]);
    __syncthreads();
    double *s = a; a = b; b = s;
  }
}

int main(int argc, char **argv) {
  int n = 1 << 16, steps = 100, dev = 0, coop = 0;
  cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, dev);
  double *a, *b;
  cudaMallocManaged(&a, n * sizeof(double));
  cudaMallocManaged(&b, n * sizeof(double));
  for (int i = 0; i < n; ++i) a[i] = b[i] = i == n / 2;
  if (coop) {
    void *args[] = {&a, &b, &n, &steps};
    cudaLaunchCooperativeKernel((void *)diffuse, dim3(32), dim3(256), args, 0, 0);
  } else {
    diffuse_block<<<32, 256>>>(a, b, n, steps);
  }
  cudaDeviceSynchronize();
  printf("%g\n", a[n / 2]);
  return 0;
}
// expect diffuse: race free -- the barrier of the grid ends each step, and a step reads one array and writes the other
// expect diffuse_block: racy -- __syncthreads does not order the neighbours in other blocks
