// expect: drf

// PyTorch's atomics.
#include <ATen/cuda/Atomic.cuh>

template <typename scalar_t> __global__ void k(scalar_t *sum, const scalar_t *a) {
    gpuAtomicAdd(sum, a[threadIdx.x]);
    gpuAtomicAddNoReturn(&sum[1], a[threadIdx.x]);
    gpuAtomicMul(&sum[2], a[threadIdx.x]);
    fastAtomicAdd(sum, 3, 4, a[threadIdx.x], true);
}
