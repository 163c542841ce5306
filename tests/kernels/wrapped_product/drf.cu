// expect: drf

// A product that leaves its type has no meaning.
__global__ void k(int *a, int width, int height, int slices, int pitch) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    bool inside = x < width && y < height;
    int at = x + y * pitch;
    for (int z = 0; z < slices; z++) {
        if (inside) a[at] = z;
        __syncthreads();
        at += height * pitch;
    }
}

void host(int *a, int width, int height, int slices, int pitch) {
    if (pitch < width) return;
    k<<<dim3((width + 31) / 32, (height + 3) / 4), dim3(32, 4)>>>(a, width, height, slices, pitch);
}
