// expect: drf

// PyTorch's names may be brought into the file, one by one.
#include <torch/extension.h>

using at::PackedTensorAccessor64;
using at::RestrictPtrTraits;

__global__ void k(const PackedTensorAccessor64<float, 2, RestrictPtrTraits> in,
                  PackedTensorAccessor64<float, 2, RestrictPtrTraits> out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < in.size(0))
        out[i][0] = in[i][0];
}
