// expect: unsupported
//--blockDim=64 --gridDim=1

// One of two handles, of which one is kept in memory.
__global__ void shift(cudaSurfaceObject_t *all, cudaSurfaceObject_t from, int n) {
    cudaSurfaceObject_t to = n > 0 ? all[0] : from;
    float next = surf2Dread<float>(from, (threadIdx.x + 1) * 4, 0);
    surf2Dwrite(next, to, threadIdx.x * 4, 0);
}
