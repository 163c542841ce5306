// expect: racy
//--blockDim=64 --gridDim=1

__global__ void mark(const float *x, int *out) {
    assert(x[threadIdx.x] < 3.0f);
    if (x[threadIdx.x] > 0.5f) out[0] = threadIdx.x;
}
