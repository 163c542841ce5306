// expect: racy

// Threads meet without any wrapping around: the step is that of a block.
__global__ void put(int *a, const float *f, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        if (f[0] > 0.5f) a[i] = 1;
}

void host(int *a, const float *f, unsigned n) { put<<<4, 64>>>(a, f, n); }
