// expect: racy
//--blockDim=64 --gridDim=32

#include <ATen/ATen.h>

// The blocks have the same rows.
__global__ void copy(at::PackedTensorAccessor<int, 3> to) {
    auto row = to[threadIdx.x][1];
    row[0] = blockIdx.x;
}
