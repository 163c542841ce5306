// expect: potential

#include <torch/extension.h>

// One of two tensors, of which the other is given besides.
__global__ void shift(torch::PackedTensorAccessor32<float, 2> to, torch::PackedTensorAccessor32<float, 2> from) {
    to[0][threadIdx.x] = from[0][threadIdx.x + 1];
}

void host(torch::Tensor x, torch::Tensor z, bool c) {
    torch::Tensor y = z;
    if (c) y = x;
    shift<<<1, 64>>>(x.packed_accessor32<float, 2>(), y.packed_accessor32<float, 2>());
}
