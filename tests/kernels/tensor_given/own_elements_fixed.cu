// expect: drf

#include <torch/extension.h>

// One accessor is given twice, and each thread has an element of its own.
__global__ void twice(torch::PackedTensorAccessor32<float, 2> to, torch::PackedTensorAccessor32<float, 2> from) {
    to[0][threadIdx.x] = 2 * from[0][threadIdx.x];
}

void host(torch::Tensor x) { twice<<<1, 64>>>(x.packed_accessor32<float, 2>(), x.packed_accessor32<float, 2>()); }
