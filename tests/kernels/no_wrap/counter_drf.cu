// expect: drf

// Threads meet where `i` wraps around: that is assumed not to be.
__global__ void put(int *a, const float *f, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (f[0] > 0.5f) a[i] = 1;
}
