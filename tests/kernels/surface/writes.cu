// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void write(cudaSurfaceObject_t to) {
    surf2Dwrite(1.0f, to, 0, 0);
}
