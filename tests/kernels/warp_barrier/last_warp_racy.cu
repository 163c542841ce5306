// expect: racy
//--blockDim=64 --gridDim=1

__global__ void last(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x ^ 16];
        __syncwarp();
        a[threadIdx.x] = s[threadIdx.x ^ 8];
    }
}
