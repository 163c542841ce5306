// expect: racy
//--blockDim=64 --gridDim=1

#include <cuda_fp16.h>

__global__ void shift(half2 *y, half a) {
    int i = threadIdx.x;
    y[i] = __hadd2(y[i + 1], __half2half2(a));
}
