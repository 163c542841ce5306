// expect: racy

__global__ void k(int n, double *x, double *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = 1;
        y[i] = 2;
    }
}

void go(double *d, size_t n) { k<<<(n - 1) / 64 + 1, 64>>>(n, d, d + n / 2); }
