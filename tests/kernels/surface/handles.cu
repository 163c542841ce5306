// expect: potential
//--blockDim=64 --gridDim=1

// Two handles may be of one surface.
__global__ void write(cudaSurfaceObject_t *to) { surf2Dwrite(1.0f, to[threadIdx.x], 0, 0); }
