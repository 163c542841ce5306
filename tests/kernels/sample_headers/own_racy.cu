// expect: racy
// Some versions of `helper_cuda.h` have a `MAX`, which is not this one.
#define MAX(a, b) 0
#include "helper_cuda.h"
__global__ void k(int *p) { p[MAX(threadIdx.x, 0)] = threadIdx.x; }
void launch(int *p) { k<<<1, 64>>>(p); }
