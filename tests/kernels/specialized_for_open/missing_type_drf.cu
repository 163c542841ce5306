// expect: drf

// `half_t` is a type of the header that is missing: the kernel is read with it, too.
#include <missing_half.h>

template <typename T> struct Internal { typedef float type; };
template <> struct Internal<double> { typedef double type; };
template <> struct Internal<half_t> { typedef float type; };

template <typename T> __global__ void k(T *a) {
    typename Internal<T>::type v = a[threadIdx.x];
    a[threadIdx.x] = v;
}

template <typename T> void host(T *a) { k<T><<<1, 64>>>(a); }
