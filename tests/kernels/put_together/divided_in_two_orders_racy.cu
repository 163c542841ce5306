// expect: racy
// flags: --timeout 60
// The column is taken of rows of another length.
__global__ void k(int rows, int n, int m, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * n * m) return;
    int row = i / n / m, column = i / m % rows, depth = i % m;
    y[row * (n * m) + column * m + depth] = x[i];
}
