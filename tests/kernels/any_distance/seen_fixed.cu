// expect: drf

// They are as far apart as the kernel writes far.
__global__ void next(const float *before, float *after, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) after[i] = before[n - 1 - i];
}

void host(float *all, int steps, int n) {
    for (int t = 0; t < steps; t++) {
        next<<<(n + 63) / 64, 64>>>(all + t * n, all + (t + 1) * n, n);
    }
}
