// expect: unsupported
//--blockDim=64 --gridDim=1

#include <torch/extension.h>

// Which element of the tensor that is, strides say.
__global__ void fill(torch::PackedTensorAccessor32<float, 1> to) {
    to.data()[threadIdx.x] = 0;
    to[threadIdx.x + 1] = 1;
}
