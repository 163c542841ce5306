// expect: drf

// The number of a pixel, where the rows are as long as the grid is wide.
__global__ void invert(unsigned char *image) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  int offset = x + y * blockDim.x * gridDim.x;
  image[offset] = 255 - image[offset];
}
