// expect: drf
//--blockDim=64 --gridDim=1

__global__ void shift(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
    float next = surf3Dread<float>(from, threadIdx.x * 4, 1, 2);
    surf3Dwrite(next, to, (threadIdx.x + 1) * 4, 1, 2);
}
