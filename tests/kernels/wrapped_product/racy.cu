// expect: racy
// flags: --timeout 40

// `__mul24` multiplies the low 24 bits alone: with a pitch of 2^24 + 3, row `y` begins at `3 * y`.
__global__ void k(int *a, int width, int height, int slices, int pitch) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    bool inside = x < width && y < height;
    int at = x + __mul24(y, pitch);
    for (int z = 0; z < slices; z++) {
        if (inside) a[at] = z;
        __syncthreads();
        at += __mul24(height, pitch);
    }
}

void host(int *a, int width, int height, int slices, int pitch) {
    if (pitch < width) return;
    k<<<dim3((width + 31) / 32, (height + 3) / 4), dim3(32, 4)>>>(a, width, height, slices, pitch);
}
