// expect: racy
// Here it is more.
__global__ void k(int n, int rows, int columns, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && columns > 1 && rows > 0) {
        int j = i % (rows * columns) + i / (rows * columns) * (rows * (columns - 1));
        y[j] = x[j + rows];
    }
}
