// expect: drf

// Device code has one, and the launch does not ask for it.
#if __CUDA_ARCH__ >= 600
#define TILE 32
#else
#define TILE 64
#endif

__global__ void k(int *a) { a[blockIdx.x * TILE + threadIdx.x] = 1; }

void launch(int *a) { k<<<2, 32>>>(a); }
