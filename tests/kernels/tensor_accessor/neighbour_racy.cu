// expect: racy
//--blockDim=64 --gridDim=1

#include <torch/types.h>

using namespace torch;

// One index is that of the next thread.
__global__ void shift(PackedTensorAccessor32<float, 4> a) {
    int i = threadIdx.x;
    a[0][i][1][2] = a[0][i + 1][1][2];
}
