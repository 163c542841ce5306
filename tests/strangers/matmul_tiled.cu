/*
 * Tiled matrix multiplication C = A * B, row major.
 * usage: ./matmul [M] [N] [K]
 */
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <time.h>

#define TILE 16

__global__ void matmul(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float acc = 0.0f;

  for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
    As[ty][tx] = (row < M && t * TILE + tx < K) ? A[row * K + t * TILE + tx] : 0.0f;
    Bs[ty][tx] = (col < N && t * TILE + ty < K) ? B[(t * TILE + ty) * N + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = acc;
}

void reference(const float *A, const float *B, float *C, int M, int N, int K) {
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float s = 0;
      for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * N + j];
      C[i * N + j] = s;
    }
}

int main(int argc, char **argv) {
  int M = argc > 1 ? atoi(argv[1]) : 300;
  int N = argc > 2 ? atoi(argv[2]) : 200;
  int K = argc > 3 ? atoi(argv[3]) : 100;
  float *A, *B, *C;
  cudaMallocManaged(&A, sizeof(float) * M * K);
  cudaMallocManaged(&B, sizeof(float) * K * N);
  cudaMallocManaged(&C, sizeof(float) * M * N);
  srand((unsigned)time(NULL));
  for (int i = 0; i < M * K; ++i) A[i] = (float)(rand() % 10);
  for (int i = 0; i < K * N; ++i) B[i] = (float)(rand() % 10);

  dim3 block(TILE, TILE);
  dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  matmul<<<grid, block>>>(A, B, C, M, N, K);
  cudaDeviceSynchronize();

  float *R = (float *)malloc(sizeof(float) * M * N);
  reference(A, B, R, M, N, K);
  for (int i = 0; i < M * N; ++i) assert(R[i] == C[i]);
  printf("ok\n");
  free(R);
  cudaFree(A); cudaFree(B); cudaFree(C);
  return 0;
}
// expect matmul: race free -- both barriers are there, and C[row * N + col] has col < N
