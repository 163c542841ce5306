// expect: drf
// flags: --warp-sync
//--blockDim=64 --gridDim=1

__global__ void reduce(volatile int *s) {
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x + 32];
    }
    __syncthreads();
    if (threadIdx.x < 16) {
        s[threadIdx.x] += s[threadIdx.x + 16];
        s[threadIdx.x] += s[threadIdx.x + 8];
        s[threadIdx.x] += s[threadIdx.x + 4];
        s[threadIdx.x] += s[threadIdx.x + 2];
        s[threadIdx.x] += s[threadIdx.x + 1];
    }
}
