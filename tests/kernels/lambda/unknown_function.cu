// expect: unsupported
//--blockDim=64 --gridDim=1

#include "each.h"

// What is not at hand calls it.
__global__ void fill(int *a) {
    each(64, [=](int i) { a[i] = i; });
}
