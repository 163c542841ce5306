// expect: drf
//--blockDim=64 --gridDim=16

// Which surface a handle means that is kept in memory, nobody knows: each thread has its own column of any.
__global__ void blur(cudaSurfaceObject_t *to, cudaSurfaceObject_t *from, int levels, int height) {
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * sizeof(float);
    for (int level = 0; level < levels; level++) {
        for (int y = 1; y < height; y++) {
            float above = surf2Dread<float>(from[level], x, y - 1);
            surf2Dwrite(above, to[level], x, y);
        }
    }
}
