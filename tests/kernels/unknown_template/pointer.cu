// expect: unsupported

#include <missing_convert.h>

__global__ void k(int *a) { a[threadIdx.x] = Convert<int, int>::to(a); }
