// expect: drf
// flags: --kernel k<int>

#include <missing_call.h>

// Whatever type the launch has, the value is a number.
template <typename T> __device__ T halved(T x) { return x / 2; }
template <> __device__ int halved(int x) { return x >> 1; }

template <typename T> __global__ void k(T *a) { a[threadIdx.x] = halved(a[threadIdx.x]); }

template <typename T> void host(T *a) { k<T><<<1, 64>>>(a); }
