// expect: unsupported
// flags: --strict --block-dim 64 --grid-dim 1

#include <torch/extension.h>

// An element may be that of several indices, as of a tensor that is expanded.
__global__ void fill(torch::PackedTensorAccessor32<float, 1> to) { to[threadIdx.x] = 0; }
