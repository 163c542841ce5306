// expect: drf

// It is assumed that `i` does not wrap around.
__global__ void iota(int *a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (i >= 0) a[i] = i;
}
