// expect: unsupported
//--blockDim=64 --gridDim=1

// A mode of the boundary may put what lies past it elsewhere.
__global__ void write(cudaSurfaceObject_t to) {
    surf1Dwrite(1.0f, to, threadIdx.x * 4, cudaBoundaryModeClamp);
}
