// expect: racy
// flags: --kernel k<int>

#include <missing_call.h>

// From `int` to `float` the place is one.
template <typename To, typename From> struct Cast { __device__ static int place(int i) { return i; } };
template <> struct Cast<float, int> { __device__ static int place(int i) { return 0; } };
template <> struct Cast<double, int> { __device__ static int place(int i) { return i; } };

template <typename T> __global__ void k(T *a) { a[Cast<float, T>::place(threadIdx.x)] = 1; }

template <typename T> void host(T *a) { k<T><<<1, 64>>>(a); }
