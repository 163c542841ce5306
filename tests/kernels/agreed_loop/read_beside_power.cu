// expect: drf
//--blockDim=64 --gridDim=1

// As own_beside_power.cu, but all threads have read the same.
__global__ void spread(int *p, const float *in, int n) {
    for (int i = 1; i < n; i++) {
        int two = __powf(2, i);
        float read = in[i];
        int all = read;
        p[threadIdx.x + all] = two;
        __syncthreads();
    }
}
