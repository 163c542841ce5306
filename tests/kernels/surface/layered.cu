// expect: potential
//--blockDim=64 --gridDim=1

__global__ void write(volume_t v, cudaSurfaceObject_t to) {
    surf2DLayeredwrite(1.0f, to, 0, 0, v.layer);
}
