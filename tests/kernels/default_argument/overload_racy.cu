// expect: racy
__device__ int at(float x, int scale = 1) { return 0; }
__device__ int at(int x, int scale = 1) { return x * scale; }
__global__ void k(int *out) { out[at((float)threadIdx.x)] = threadIdx.x; }
void launch(int *out) { k<<<1, 64>>>(out); }
