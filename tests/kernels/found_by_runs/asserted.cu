// expect: potential
//--blockDim=64 --gridDim=1

__global__ void mark(const float *x, int *out) {
    assert(x[threadIdx.x] < 1.0f);
    if (x[threadIdx.x] > 2.0f) out[0] = threadIdx.x;
}
