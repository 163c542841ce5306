// expect: racy
// flags: --kernel k<int>

#include <missing_call.h>

// For `int` the place is one.
template <typename T> __device__ int place(T x) { return threadIdx.x; }
template <> __device__ int place(int x) { return 0; }

template <typename T> __global__ void k(T *a) { T x = 1; a[place(x)] = 1; }

template <typename T> void host(T *a) { k<T><<<1, 64>>>(a); }
