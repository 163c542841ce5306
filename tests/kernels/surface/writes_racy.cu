// expect: racy

// Two threads have one texel.
__global__ void write(cudaSurfaceObject_t to, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        surf2Dwrite((float)x, to, x / 2 * sizeof(float), y);
    }
}
