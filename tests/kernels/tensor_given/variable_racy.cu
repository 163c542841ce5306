// expect: racy

#include <torch/extension.h>

// One accessor is given twice.
__global__ void shift(torch::PackedTensorAccessor32<float, 2> to, torch::PackedTensorAccessor32<float, 2> from) {
    to[0][threadIdx.x] = from[0][threadIdx.x + 1];
}

void host(torch::Tensor x) {
    auto a = x.packed_accessor32<float, 2>();
    shift<<<1, 64>>>(a, a);
}
