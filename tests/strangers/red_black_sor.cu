/* Red-black successive over-relaxation for Poisson's equation */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define CUDA_SAFE_CALL(x) {cudaError_t e = x; if (e != cudaSuccess) { \
  printf("CUDA error in line %d: %s\n", __LINE__, cudaGetErrorString(e)); exit(1); }}

__global__ void sor_half(double *u, const double *f, int n, double h2, double omega, int red)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i <= n && j <= n && (i + j) % 2 == red) {
    int w = n + 2;
    int c = j * w + i;
    double gs = 0.25 * (u[c - 1] + u[c + 1] + u[c - w] + u[c + w] + h2 * f[c]);
    u[c] = (1.0 - omega) * u[c] + omega * gs;
  }
}

__global__ void gauss_seidel(double *u, const double *f, int n, double h2)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i <= n && j <= n) {
    int w = n + 2;
    int c = j * w + i;
    u[c] = 0.25 * (u[c - 1] + u[c + 1] + u[c - w] + u[c + w] + h2 * f[c]);
  }
}

int main(int argc, char **argv)
{
  const int n = 254;                /* inner points */
  const size_t size = (n + 2) * (n + 2) * sizeof(double);
  double *h = (double *)calloc((n + 2) * (n + 2), sizeof(double));
  double *u, *f;
  int k, chaotic = argc > 1;

  CUDA_SAFE_CALL(cudaMalloc((void **)&u, size));
  CUDA_SAFE_CALL(cudaMalloc((void **)&f, size));
  CUDA_SAFE_CALL(cudaMemcpy(u, h, size, cudaMemcpyHostToDevice));
  for (k = 0; k < (n + 2) * (n + 2); k++) h[k] = 1.0;
  CUDA_SAFE_CALL(cudaMemcpy(f, h, size, cudaMemcpyHostToDevice));

  dim3 threads(16, 16);
  dim3 blocks((n + 15) / 16, (n + 15) / 16);
  double h2 = 1.0 / ((n + 1.0) * (n + 1.0));
  for (k = 0; k < 5000; k++) {
    if (chaotic) {
      gauss_seidel<<<blocks, threads>>>(u, f, n, h2);
    } else {
      sor_half<<<blocks, threads>>>(u, f, n, h2, 1.9, 0);
      sor_half<<<blocks, threads>>>(u, f, n, h2, 1.9, 1);
    }
  }
  CUDA_SAFE_CALL(cudaMemcpy(h, u, size, cudaMemcpyDeviceToHost));
  printf("u(1/2, 1/2) = %.10f\n", h[(n / 2) * (n + 2) + n / 2]);
  cudaFree(u);
  cudaFree(f);
  free(h);
  return 0;
}
// expect sor_half: race free -- points of one colour have neighbours of the other only
// expect gauss_seidel: racy -- chaotic relaxation in place
