// expect: drf

// Rows of a length that is known at run time only; the columns are below it.
__global__ void rows(int *a, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        a[y * width + x] = x - y;
}
