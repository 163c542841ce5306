// expect: drf

__global__ void k(int *a) __launch_bounds__(2 * 32);

__global__ void k(int *a) { if (blockIdx.x == 0) a[threadIdx.x % 64] = threadIdx.x; }
