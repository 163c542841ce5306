// expect: drf
//--blockDim=64 --gridDim=1

#include <torch/extension.h>

__global__ void histogram(torch::PackedTensorAccessor32<int, 1> counts, torch::PackedTensorAccessor32<int, 1> of) {
    atomicAdd(&counts[of[threadIdx.x]], 1);
}
