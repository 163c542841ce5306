// expect: racy

__global__ void taken_apart(int *a, int width, int height) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < width * height) {
        int y = i / width, x = i % width;
        a[y * (width - 1) + x] = i;
    }
}
