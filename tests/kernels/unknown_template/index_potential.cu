// expect: potential
//--blockDim=64 --gridDim=1

// The index is any number.
#include <missing_convert.h>

__global__ void k(int *a) { a[Convert<int, long>::to(threadIdx.x)] = 1; }
