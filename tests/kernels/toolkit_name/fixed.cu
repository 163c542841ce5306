// expect: drf
//--blockDim=64 --gridDim=1

// CUDA's writes to both.
__device__ void sincos(float x, float *s, float *c) { *s = x; }

__global__ void angles(float *out) {
    sincos(2.0f, &out[threadIdx.x + 1], &out[0]);
}
