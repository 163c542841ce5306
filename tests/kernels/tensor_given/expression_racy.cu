// expect: racy

#include <torch/extension.h>

// Two accessors of one tensor.
__global__ void shift(torch::PackedTensorAccessor32<float, 2> to, torch::PackedTensorAccessor32<float, 2> from) {
    to[0][threadIdx.x] = from[0][threadIdx.x + 1];
}

void host(torch::Tensor x) {
    shift<<<1, 64>>>(x.packed_accessor32<float, 2>(), x.packed_accessor32<float, 2>());
}
