// expect: potential

#include <torch/extension.h>

// An accessor and a pointer to the elements of one tensor.
__global__ void shift(torch::PackedTensorAccessor32<float, 2> to, const float *from) {
    to[0][threadIdx.x] = from[threadIdx.x];
}

void host(torch::Tensor x) { shift<<<1, 64>>>(x.packed_accessor32<float, 2>(), x.data_ptr<float>()); }
