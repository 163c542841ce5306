// expect: racy

// A side is in the place of a cell inside.
__global__ void k(float *a, const float *b, int width, int height, int slices, int pitch) {
    __shared__ float tile[3 * 6 * 34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    int own = threadIdx.x + 1 + (threadIdx.y + 1) * 34 + 204, at = x + y * pitch;
    int k = threadIdx.x + threadIdx.y * 32, side = 0, from = 0;
    bool halo = k < 12;
    if (halo) {
        side = (k % 2) * 32 + (k / 2) * 34 + 204;
        from = (k % 2) * 32 - 1 + blockIdx.x * 32 + (k / 2 - 1 + blockIdx.y * 4) * pitch;
        halo = from >= 0 && from < height * pitch;
    }
    for (int z = 0; z < slices; z++) {
        if (x < width && y < height) tile[own] = b[at];
        if (halo) tile[side] = b[from];
        __syncthreads();
        if (x < width && y < height) a[at] = tile[own - 1] + tile[own + 1] + tile[own - 34] + tile[own + 34];
        __syncthreads();
        at += height * pitch;
        from += height * pitch;
    }
}

void host(float *a, float *b, int width, int height, int slices, int pitch) {
    if (pitch < width) return;
    k<<<dim3((width + 31) / 32, (height + 3) / 4), dim3(32, 4)>>>(a, b, width, height, slices, pitch);
}
