// expect: drf

#include <torch/extension.h>

// Each thread has an element of its own, by three indices.
template <typename scalar_t>
__global__ void scale(
    const torch::PackedTensorAccessor32<scalar_t, 3, torch::RestrictPtrTraits> from,
    torch::PackedTensorAccessor32<scalar_t, 3, torch::RestrictPtrTraits> to) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < to.size(0) * to.size(1) * to.size(2)) {
        const int k = n % to.size(2);
        const int j = n / to.size(2) % to.size(1);
        const int i = n / (to.size(2) * to.size(1));
        to[i][j][k] = from[i][j][0] + from[i][j][k];
    }
}

void host(torch::Tensor from, torch::Tensor to) {
    scale<float><<<(to.numel() + 255) / 256, 256>>>(
        from.packed_accessor32<float, 3, torch::RestrictPtrTraits>(),
        to.packed_accessor32<float, 3, torch::RestrictPtrTraits>());
}
