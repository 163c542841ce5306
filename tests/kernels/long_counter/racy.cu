// expect: racy

// One thread too few to a stride.
__global__ void fill(int *a, size_t n) {
    size_t stride = (size_t)gridDim.x * blockDim.x - 1;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        a[i] = 1;
}
