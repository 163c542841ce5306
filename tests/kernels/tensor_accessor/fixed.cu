// expect: drf

#include <torch/extension.h>

// Each thread has an element of its own, by two indices.
template <typename scalar_t>
__global__ void scale(
    const torch::PackedTensorAccessor64<scalar_t, 2, torch::RestrictPtrTraits> from,
    torch::PackedTensorAccessor64<scalar_t, 2, torch::RestrictPtrTraits> to) {
    const int64_t n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < to.size(0) * to.size(1)) {
        const int64_t i = n / to.size(1);
        const int64_t j = n % to.size(1);
        to[i][j] = from[i][0] + from[i][j];
    }
}

void host(torch::Tensor from, torch::Tensor to) {
    scale<float><<<(to.numel() + 255) / 256, 256>>>(
        from.packed_accessor64<float, 2, torch::RestrictPtrTraits>(),
        to.packed_accessor64<float, 2, torch::RestrictPtrTraits>());
}
