// expect: racy
//--blockDim=64 --gridDim=1

union Pair {
    short halves[2];
    float real;
};

__global__ void exchange(float *out) {
    __shared__ Pair s[64];
    s[threadIdx.x].real = threadIdx.x;
    s[threadIdx.x ^ 1].halves[1] = 0;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x].real;
}
