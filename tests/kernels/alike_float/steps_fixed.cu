// expect: drf
//--blockDim=64 --gridDim=1

__global__ void tree(float *a) {
    __shared__ float s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (int i = 1; i <= __log2f(64); i++) {
        int two = __powf(2, i);
        if (threadIdx.x % two == 0) s[threadIdx.x] += s[threadIdx.x + two / 2];
        __syncthreads();
    }
    a[threadIdx.x] = s[threadIdx.x];
}
