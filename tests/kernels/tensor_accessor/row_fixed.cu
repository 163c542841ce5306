// expect: drf
//--blockDim=64 --gridDim=32

#include <ATen/ATen.h>

// A row is a tensor of one axis less.
__global__ void copy(at::PackedTensorAccessor<int, 3> to, at::GenericPackedTensorAccessor<const int, 2, at::RestrictPtrTraits, int> from) {
    auto row = to[blockIdx.x][1];
    for (int n = threadIdx.x; n < row.size(0); n += blockDim.x) row[n] = from[n][blockIdx.x];
}
