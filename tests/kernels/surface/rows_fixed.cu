// expect: drf

// No surface has so many rows that one is a row of another layer.
__global__ void write(cudaSurfaceObject_t to, size_t width, size_t height, size_t depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && y < height && z < depth) {
        surf3Dwrite((unsigned char)x, to, x, y, z);
    }
}

void host(cudaSurfaceObject_t to, int n) {
    dim3 block(32, 32), grid(n, n, n);
    write<<<grid, block>>>(to, n, n, n);
}
