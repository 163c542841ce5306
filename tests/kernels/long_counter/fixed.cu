// expect: drf

// Before the counter wraps around it is an index that no array has.
__global__ void fill(int *a, size_t n) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        a[i] = 1;
}
