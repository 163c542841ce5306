// expect: racy

// Device code has one, and the launch has more threads.
#if __CUDA_ARCH__ >= 600
#define TILE 32
#else
#define TILE 64
#endif

__global__ void k(int *a) { a[blockIdx.x * TILE + threadIdx.x] = 1; }

void launch(int *a) { k<<<2, 64>>>(a); }
