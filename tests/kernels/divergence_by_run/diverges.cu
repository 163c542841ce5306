// expect: divergence
//--blockDim=[16,64] --gridDim=[4,1]

// How a thread comes to the second barrier hangs on floating-point numbers, for the rules: a run of the kernel itself
// shows that some do, and others do not.
__global__ void pairs(int n, const float *x, const float *y, float *z) {
    __shared__ float near[16 * 64], own[16 * 3];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    if (at >= n) return;
    if (threadIdx.y >= 50) return;
    if (threadIdx.y == 0)
        for (int i = 0; i < 3; i++) own[t * 3 + i] = x[at * 3 + i];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 3; i++) sum += own[t * 3 + i] * y[threadIdx.y * 3 + i];
    near[t * 50 + threadIdx.y] = sqrtf(sum);
    __syncthreads();
    if (threadIdx.y == 0) {
        float all = 0;
        for (int i = 0; i < 50; i++) all += near[t * 50 + i];
        z[at] = all;
    }
}
