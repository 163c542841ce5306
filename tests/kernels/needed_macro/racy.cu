// expect: racy
// As drf.cu; with `GPU` defined the other group, which asks for it, is read, too.
#ifdef GPU
#define BLOCK 512
#endif
#ifdef GPU
#define WHERE 0
#else
#define WHERE threadIdx.x
#endif
__global__ void k(int *p) { p[WHERE + BLOCK * blockIdx.x] = threadIdx.x; }
void launch(int *p) { k<<<4, BLOCK>>>(p); }
