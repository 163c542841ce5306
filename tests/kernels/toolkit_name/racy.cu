// expect: racy
//--blockDim=64 --gridDim=1

// A function of the file, and not CUDA's of that name and those parameters.
__device__ void sincos(float x, float *s, float *c) {
    s[0] = x;
    s[1] = *c;
}

__global__ void angles(float *out) {
    float own = 1.0f;
    sincos(2.0f, &out[threadIdx.x], &own);
}
