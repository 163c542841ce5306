// expect: potential
//--blockDim=64 --gridDim=1

// Half of a number is half of it, which no run shows to be otherwise; nor is it known to the rules.
__global__ void halves(const float *x, int *y) {
    float half = x[threadIdx.x] * 0.5f;
    if (half + half != x[threadIdx.x] && half == half) return;
    y[threadIdx.x] = 1;
    __syncthreads();
}
