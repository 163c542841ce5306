// expect: drf

#include <missing_call.h>

// Only of two elements is `half` another type.
template <typename T, int n> struct Packed { typedef T type; };
template <> struct Packed<half, 2> { typedef half2 type; };
template <> struct Packed<float, 2> { typedef float2 type; };

template <typename T> __global__ void k(T *a) {
    typename Packed<T, 1>::type v = a[threadIdx.x];
    a[threadIdx.x] = v;
}

template <typename T> void host(T *a) { k<T><<<1, 64>>>(a); }
