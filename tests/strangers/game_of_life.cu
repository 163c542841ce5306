// Conway's Game of Life on a torus. Prints a few generations of a glider.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <utility>

typedef unsigned char cell;

#define W 64
#define H 48

__global__ void generation(const cell *now, cell *next) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      if (dx == 0 && dy == 0) continue;
      int nx = (x + dx + W) % W, ny = (y + dy + H) % H;
      alive += now[ny * W + nx];
    }
  cell me = now[y * W + x];
  next[y * W + x] = alive == 3 || (alive == 2 && me);
}

static void show(const cell *world, int gen) {
  printf("\033[H\033[2Jgeneration %d\n", gen);
  for (int y = 0; y < H; y++) {
    for (int x = 0; x < W; x++) putchar(world[y * W + x] ? '#' : '.');
    putchar('\n');
  }
}

int main(int argc, char **argv) {
  int generations = argc > 1 ? atoi(argv[1]) : 200;
  cell world[W * H];
  memset(world, 0, sizeof world);
  world[1 * W + 2] = world[2 * W + 3] = 1;
  world[3 * W + 1] = world[3 * W + 2] = world[3 * W + 3] = 1;

  cell *front, *back;
  cudaMalloc(&front, W * H);
  cudaMalloc(&back, W * H);
  cudaMemcpy(front, world, W * H, cudaMemcpyHostToDevice);

  dim3 threads(16, 16);
  dim3 blocks((W + 15) / 16, (H + 15) / 16);
  for (int g = 0; g < generations; g++) {
    generation<<<blocks, threads>>>(front, back);
    std::swap(front, back);
    if (g % 10 == 0) {
      cudaMemcpy(world, front, W * H, cudaMemcpyDeviceToHost);
      show(world, g);
      usleep(50000);
    }
  }
  cudaFree(front);
  cudaFree(back);
  return 0;
}
// expect generation: race free -- front and back are swapped by the host and never the same array
