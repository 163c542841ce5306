// expect: drf
// NVIDIA's `helper_cuda.h` is not at hand; that it defines no `WIDTH` is known all the same.
#include <helper_cuda.h>
#include <helper_timer.h>
#ifndef WIDTH
#define WIDTH 64
#endif
__global__ void k(int *p) { p[blockIdx.x * WIDTH + threadIdx.x] = 1; }
void launch(int *p) { k<<<4, WIDTH>>>(p); }
