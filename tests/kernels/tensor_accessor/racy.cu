// expect: racy
//--blockDim=64 --gridDim=1

#include <torch/extension.h>

// All threads write one element of a row.
__global__ void last(torch::PackedTensorAccessor64<float, 2, torch::RestrictPtrTraits> to, int row) {
    to[row][to.size(1) - 1] = threadIdx.x;
}
