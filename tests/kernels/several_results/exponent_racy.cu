// expect: racy
//--blockDim=64 --gridDim=1

__global__ void split(float *x, int *e) {
    x[threadIdx.x] = frexpf(x[threadIdx.x], &e[threadIdx.x / 2]);
}
