// expect: potential

#include <torch/extension.h>

// What a copy of an object shares with it, its class says.
__global__ void shift(torch::PackedTensorAccessor32<float, 2> to, torch::PackedTensorAccessor32<float, 2> from) {
    to[0][threadIdx.x] = from[0][threadIdx.x + 1];
}

void host(torch::Tensor x) {
    torch::Tensor y = x;
    const auto n = x.size(0);
    shift<<<1, n>>>(x.packed_accessor32<float, 2>(), y.packed_accessor32<float, 2>());
}
