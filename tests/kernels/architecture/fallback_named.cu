// expect: unsupported

// Host code has another `width`, a function of a template.
#if __CUDA_ARCH__ < 600
template <typename T> int width(T x) { return 2 * x; }
#else
#define width(x) x
#endif

__global__ void k(int *a) { a[threadIdx.x % 32] = 1; }

void host(int *a) { k<<<1, width(32)>>>(a); }
