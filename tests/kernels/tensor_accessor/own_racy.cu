// expect: racy
//--blockDim=64 --gridDim=1

#include <torch/extension.h>

// The file has an accessor of its own.
namespace at {
struct PackedTensorAccessor {
    float *elements;
    __device__ float &operator[](int) const { return elements[0]; }
};
}

__global__ void fill(at::PackedTensorAccessor to) { to[threadIdx.x] = 0; }
