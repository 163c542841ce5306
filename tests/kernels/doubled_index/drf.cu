// expect: drf

// Rows of twice as many: that the product does not overflow tells them apart.
__global__ void put(int *a, int lanes, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < rows; j++) a[(i / lanes) * lanes * 2 * rows + 2 * lanes * j + i % lanes] = j;
}
