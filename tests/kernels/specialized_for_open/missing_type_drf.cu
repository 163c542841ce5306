// expect: drf

// `half_t` is a type of the header that is missing: the kernel is read with it, too.
#include <missing_half.h>

template <typename T> struct Internal { __device__ static int place(int i) { return i; } };
template <> struct Internal<double> { __device__ static int place(int i) { return 2 * i; } };
template <> struct Internal<half_t> { __device__ static int place(int i) { return 3 * i; } };

template <typename T> __global__ void k(T *a) { a[Internal<T>::place(threadIdx.x)] = 1; }

template <typename T> void host(T *a) { k<T><<<1, 64>>>(a); }
