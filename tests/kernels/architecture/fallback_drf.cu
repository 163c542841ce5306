// expect: drf

// The launch names neither the function nor the macro, though it names what their parameters are called.
#if __CUDA_ARCH__ < 600
template <typename T> __device__ void add(T *a, T by) { *a = *a + by; }
template <> __device__ void add(double *a, double by) { *a = *a + by; }
#else
#define add(a, by) atomicAdd(a, by)
#endif

template <typename T> __global__ void k(T *a, T by) { add(a, by); }

void host(double *a, double by) { k<<<1, 64>>>(a, by); }
