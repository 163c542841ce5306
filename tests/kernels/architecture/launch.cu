// expect: unsupported

// Host code has no `__CUDA_ARCH__`: a block has 64 threads there.
#if __CUDA_ARCH__ >= 600
#define TILE 32
#else
#define TILE 64
#endif

__global__ void k(int *a) { a[blockIdx.x * TILE + threadIdx.x] = 1; }

void launch(int *a) { k<<<2, TILE>>>(a); }
