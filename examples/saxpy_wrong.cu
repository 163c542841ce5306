// y = a*x + y with the block forgotten: threads of different blocks share elements.
// expect: racy
//--blockDim=256 --gridDim=64
__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
