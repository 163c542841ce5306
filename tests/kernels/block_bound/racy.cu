// expect: racy

__global__ void __launch_bounds__(65) k(int *a) { if (blockIdx.x == 0) a[threadIdx.x % 64] = threadIdx.x; }
