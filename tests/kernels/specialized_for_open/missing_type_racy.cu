// expect: racy

#include <missing_half.h>

template <typename T> struct Internal { __device__ static int place(int i) { return i; } };
template <> struct Internal<half_t> { __device__ static int place(int i) { return i / 2; } };

template <typename T> __global__ void k(T *a) { a[Internal<T>::place(threadIdx.x)] = 1; }

template <typename T> void host(T *a) { k<T><<<1, 64>>>(a); }
