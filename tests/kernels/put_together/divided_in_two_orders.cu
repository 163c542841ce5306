// expect: drf
// The row is `i / n / m`, and the column above it `i / m % n`: both are of the number that is divided by both.
__global__ void k(int rows, int n, int m, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * n * m) return;
    int row = i / n / m, column = i / m % n, depth = i % m;
    y[row * (n * m) + column * m + depth] = x[i];
}
