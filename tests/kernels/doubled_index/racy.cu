// expect: racy

// A row reaches into the next one: it is taken for one of half the length.
__global__ void put(int *a, int lanes, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < rows; j++) a[(i / lanes) * lanes * rows + 2 * lanes * j + i % lanes] = j;
}
