// expect: potential

#include <torch/extension.h>

// Where the elements of an accessor are among those of one with other axes, nobody knows.
__global__ void shift(torch::PackedTensorAccessor32<float, 2> to, torch::PackedTensorAccessor32<float, 1> from) {
    to[0][threadIdx.x] = from[threadIdx.x];
}

void host(torch::Tensor x) { shift<<<1, 64>>>(x.packed_accessor32<float, 2>(), x.packed_accessor32<float, 1>()); }
