// expect: unsupported

// Nothing says that this is PyTorch's.
template <typename scalar_t> __global__ void k(scalar_t *sum, const scalar_t *a) {
    gpuAtomicAdd(sum, a[threadIdx.x]);
}
