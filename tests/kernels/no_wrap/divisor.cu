// expect: drf
// flags: --timeout 60
// What a number is divided by is the size of a row, and does not wrap around either.
__global__ void k(size_t n, size_t rows, size_t columns, const float *x, float *y) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        size_t j = i % (rows * (columns - 1)) + i / (rows * (columns - 1)) * (rows * columns);
        if (x[0] == 1.25f) y[j] = x[j];
    }
}
