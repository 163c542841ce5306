// expect: unsupported
//--blockDim=64 --gridDim=1
#include "unroll.h"

// Nobody knows what it does with what is no loop.
__global__ void one(int *a) {
    EACH
    a[threadIdx.x] = 1;
}
