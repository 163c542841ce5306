// expect: drf

#include <missing_call.h>

// Only of two elements is `half` another type.
template <typename T, int n> struct Packed { __device__ static int place(int i) { return i; } };
template <> struct Packed<half, 2> { __device__ static int place(int i) { return i / 2; } };
template <> struct Packed<float, 2> { __device__ static int place(int i) { return i / 2; } };

template <typename T> __global__ void k(T *a) { a[Packed<T, 1>::place(threadIdx.x)] = 1; }

template <typename T> void host(T *a) { k<T><<<1, 64>>>(a); }
