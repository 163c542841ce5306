// expect: racy
//--blockDim=64 --gridDim=1

__global__ void rounds(int *a, unsigned n, unsigned step) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (unsigned i = 0; i < n; i += step) {
        s[t] = i;
        __syncthreads();
        a[t] += s[63 - t];
    }
}
