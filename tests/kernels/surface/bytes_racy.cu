// expect: racy
//--blockDim=64 --gridDim=1

// A place in a row is a number of bytes, not of elements.
__global__ void fill(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, threadIdx.x, 0); }
