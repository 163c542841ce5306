// expect: unsupported

__global__ void __launch_bounds__(64) k(int *a) { a[threadIdx.x % 64] = threadIdx.x; }

void host(int *a) { k<<<1, 128>>>(a); }
