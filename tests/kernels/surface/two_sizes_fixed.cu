// expect: drf
//--blockDim=64 --gridDim=1

__global__ void write(cudaSurfaceObject_t to) {
    if (threadIdx.x < 32) {
        surf1Dwrite(make_float2(1.0f, 2.0f), to, threadIdx.x * sizeof(float2));
    } else {
        surf1Dwrite(1.0f, to, threadIdx.x * sizeof(float) + 32 * sizeof(float));
    }
}
