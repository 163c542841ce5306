// expect: drf
//--blockDim=64 --gridDim=4

__global__ void second_pass(int *a, int *b) {
    __shared__ int again;
    int t = threadIdx.x, base = blockIdx.x * 64;
    if (t == 0) again = b[blockIdx.x];
    __syncthreads();
    if (again) {
        a[base + t] = t;
        __syncthreads();
        b[4 + base + t] = a[base + 63 - t];
    }
}
