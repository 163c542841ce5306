// expect: drf

#include <torch/extension.h>

// What the copy was of is another tensor by then.
__global__ void shift(torch::PackedTensorAccessor32<float, 2> to, torch::PackedTensorAccessor32<float, 2> from) {
    to[0][threadIdx.x] = from[0][threadIdx.x + 1];
}

void host(torch::Tensor x) {
    torch::Tensor y = x;
    x = torch::zeros_like(x);
    shift<<<1, 64>>>(x.packed_accessor32<float, 2>(), y.packed_accessor32<float, 2>());
}
