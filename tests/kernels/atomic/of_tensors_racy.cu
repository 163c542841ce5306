// expect: racy

#include <ATen/cuda/Atomic.cuh>

template <typename scalar_t> __global__ void k(scalar_t *sum, const scalar_t *a) {
    if (threadIdx.x == 0) sum[0] = 0;
    gpuAtomicAdd(sum, a[threadIdx.x]);
}
