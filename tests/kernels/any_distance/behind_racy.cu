// expect: racy

__global__ void next(float *after, const float *before, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * m) after[i] = before[n * m - 1 - i];
}

void host(float *all, int n, int m) {
    next<<<(n * m + 63) / 64, 64>>>(all, all + n, n, m);
}
