// expect: potential

// Threads meet in 256 cells: the product is cut, and is meant to wrap around.
__global__ void put(int *a, const float *f) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (f[i] == 1.25f) a[(unsigned char)(i * 16777619u)] = 1;
}

void host(int *a, const float *f) { put<<<16, 64>>>(a, f); }
