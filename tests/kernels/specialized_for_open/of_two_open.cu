// expect: unsupported

#include <missing_call.h>

// Neither is known.
template <typename To, typename From> struct Cast { __device__ static int place(int i) { return i; } };
template <> struct Cast<float, int> { __device__ static int place(int i) { return 0; } };

template <typename T, typename U> __global__ void k(T *a, U *b) { a[Cast<T, U>::place(threadIdx.x)] = 1; }

template <typename T, typename U> void host(T *a, U *b) { k<T, U><<<1, 64>>>(a, b); }
