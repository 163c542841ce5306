// expect: drf
// flags: --strict --block-dim 64 --grid-dim 1

// Threads are independent from 700 on, and for those it does not hold.
__global__ void k(int *a) {
#if __CUDA_ARCH__ < 600
  a[0] = threadIdx.x;
#endif
  a[threadIdx.x] = 1;
}
