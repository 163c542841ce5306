// expect: drf
//--blockDim=64 --gridDim=1

__global__ void up_sweep(int *a, int n) {
    int t = threadIdx.x, offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) a[offset * (2 * t + 2) - 1] += a[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
}
