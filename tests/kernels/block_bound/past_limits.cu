// expect: unsupported

// 2048 threads: the launch fails.
__global__ void k(int *a) { a[0] = threadIdx.x; }

void host(int *a) { k<<<1, dim3(64, 32)>>>(a); }
