// expect: unsupported
// flags: --strict

__global__ void k(int *a) {
#if __CUDA_ARCH__ >= 800
  a[0] = threadIdx.x;
#endif
}
