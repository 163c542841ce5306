// expect: drf
//--blockDim=[16,16] --gridDim=1

#include <torch/types.h>

// Of two tuples of the same numbers, the order counts.
__global__ void turn(at::PackedTensorAccessor32<float, 2> to, at::PackedTensorAccessor32<float, 2> from) {
    to[threadIdx.x][threadIdx.y] = from[threadIdx.y][threadIdx.x];
}
