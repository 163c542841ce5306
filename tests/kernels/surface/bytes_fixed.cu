// expect: drf
//--blockDim=64 --gridDim=1

__global__ void fill(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, threadIdx.x * 4, 0); }
