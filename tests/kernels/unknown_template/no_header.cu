// expect: unsupported

// No header is missing that could declare it.
__global__ void k(int *a, int n) { a[threadIdx.x] = Convert<int, int>::to(n); }
