// expect: racy

#include <missing_convert.h>

template <typename From, typename To> __global__ void k(From *a, To *b) {
    b[0] = Convert<From, To>::to(a[threadIdx.x]);
}
