// expect: drf

// A launch with more than 64 threads in a block fails.
__global__ void __launch_bounds__(64, 2) k(int *a) { if (blockIdx.x == 0) a[threadIdx.x % 64] = threadIdx.x; }
