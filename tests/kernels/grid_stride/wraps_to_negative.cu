// expect: drf

// Where `i` wraps around, it is an index before the array.
__global__ void iota(int *a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] = i;
}
