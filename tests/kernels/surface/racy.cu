// expect: racy
//--blockDim=64 --gridDim=1

__global__ void read(float *out, cudaSurfaceObject_t from) {
    surf2Dread(out, from, threadIdx.x * 4, 0);
}
