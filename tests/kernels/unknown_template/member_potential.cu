// expect: potential
//--blockDim=64 --gridDim=1

// Two instances have two numbers of this name.
#include <missing_traits.h>

__global__ void k(int *a) {
    if (Traits<int>::width != Traits<float>::width) a[0] = 1;
}
