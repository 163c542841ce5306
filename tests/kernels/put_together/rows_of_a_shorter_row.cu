// expect: drf
// Each row lacks its last element: what is divided by is less than what is multiplied with.
__global__ void k(int n, int rows, int columns, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && columns > 1 && rows > 0) {
        int j = i % (rows * (columns - 1)) + i / (rows * (columns - 1)) * (rows * columns);
        y[j] = x[j + rows];
    }
}
