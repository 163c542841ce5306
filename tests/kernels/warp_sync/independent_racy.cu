// expect: racy
//--blockDim=64 --gridDim=1

__global__ void reduce(volatile int *s) {
    if (threadIdx.x < 16) {
        s[threadIdx.x] += s[threadIdx.x + 16];
        s[threadIdx.x] += s[threadIdx.x + 8];
    }
}
