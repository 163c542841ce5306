// expect: potential
//--blockDim=64 --gridDim=1

// The handle in memory may be that of the parameter.
__global__ void shift(cudaSurfaceObject_t *to, cudaSurfaceObject_t from) {
    float next = surf2Dread<float>(from, (threadIdx.x + 1) * 4, 0);
    surf2Dwrite(next, to[0], threadIdx.x * 4, 0);
}
