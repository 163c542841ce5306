// expect: drf

// A class template of a missing header: what its function makes of a value is any value.
#include <missing_convert.h>

template <typename From, typename To> __global__ void k(From *a, To *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = Convert<From, To>::to(a[i]);
}
