// expect: drf
//--blockDim=64 --gridDim=1

#include "launch_bounds.h"

template <typename T> MOST_THREADS(256) __global__ void fill(T *a) { a[threadIdx.x] = 1; }

template __global__ void fill<int>(int *);
