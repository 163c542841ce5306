// expect: drf
//--blockDim=[16,64] --gridDim=[4,1]

// As `diverges.cu`, with as many rows as there are threads: all come to both barriers.
__global__ void pairs(int n, const float *x, const float *y, float *z) {
    __shared__ float near[16 * 64], own[16 * 3];
    int t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    if (at >= 64) return;
    if (threadIdx.y == 0)
        for (int i = 0; i < 3; i++) own[t * 3 + i] = x[at * 3 + i];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 3; i++) sum += own[t * 3 + i] * y[threadIdx.y * 3 + i];
    near[t * 64 + threadIdx.y] = sqrtf(sum);
    __syncthreads();
    if (threadIdx.y == 0) {
        float all = 0;
        for (int i = 0; i < 64; i++) all += near[t * 64 + i];
        z[at] = all;
    }
}
