#include <cstdio>
#include <cassert>

static constexpr int TILE_DIM = 32;
static constexpr int BLOCK_ROWS = 8;

template <typename T>
__global__ void transposeNoBankConflicts(T *__restrict__ odata, const T *__restrict__ idata, int width, int height)
{
  __shared__ T tile[TILE_DIM][TILE_DIM + 1];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x; // transpose block offset
  y = blockIdx.x * TILE_DIM + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width)
      odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
  const int width = 1024, height = 768;
  const int mem_size = width * height * sizeof(float);
  float *h_in = new float[width * height], *h_out = new float[width * height];
  for (int i = 0; i < width * height; i++) h_in[i] = static_cast<float>(i);

  float *d_in, *d_out;
  cudaMalloc(&d_in, mem_size);
  cudaMalloc(&d_out, mem_size);
  cudaMemcpy(d_in, h_in, mem_size, cudaMemcpyHostToDevice);

  const dim3 dimGrid(width / TILE_DIM, height / TILE_DIM, 1);
  const dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);
  for (int rep = 0; rep < 100; rep++)
    transposeNoBankConflicts<float><<<dimGrid, dimBlock>>>(d_out, d_in, width, height);

  cudaMemcpy(h_out, d_out, mem_size, cudaMemcpyDeviceToHost);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      assert(h_out[x * height + y] == h_in[y * width + x]);
  puts("passed");
  cudaFree(d_in);
  cudaFree(d_out);
  delete[] h_in;
  delete[] h_out;
}
// expect transposeNoBankConflicts: race free, assuming nothing -- a barrier between writing and reading the tile
