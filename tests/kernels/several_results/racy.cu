// expect: racy
//--blockDim=64 --gridDim=1

__global__ void wave(const float *x, float *s, float *c) {
    sincosf(x[threadIdx.x], &s[threadIdx.x], c);
}
