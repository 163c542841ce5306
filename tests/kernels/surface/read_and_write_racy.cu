// expect: racy
//--blockDim=64 --gridDim=1

__global__ void shift(cudaSurfaceObject_t s) {
    float next = surf3Dread<float>(s, threadIdx.x * 4, 1, 2);
    surf3Dwrite(next, s, (threadIdx.x + 1) * 4, 1, 2);
}
