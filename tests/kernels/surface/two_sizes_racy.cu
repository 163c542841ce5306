// expect: racy
//--blockDim=64 --gridDim=1

// A texel of eight bytes is two of four.
__global__ void write(cudaSurfaceObject_t to) {
    if (threadIdx.x < 32) {
        surf1Dwrite(make_float2(1.0f, 2.0f), to, threadIdx.x * sizeof(float2));
    } else {
        surf1Dwrite(1.0f, to, threadIdx.x * sizeof(float));
    }
}
