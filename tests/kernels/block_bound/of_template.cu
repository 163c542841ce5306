// expect: drf

template <int N>
__global__ __launch_bounds__(N) void k(int *a) { a[threadIdx.x % N] = threadIdx.x; }

void host(int *a, int n) { k<64><<<1, n>>>(a); }
