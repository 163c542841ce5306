// expect: drf

__global__ void layers(int *a, int width, int height, int depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        for (int z = 0; z < depth; z++)
            a[z * width * height + y * width + x] = z;
}
