// expect: racy
// flags: --warp-sync
//--blockDim=128 --gridDim=1

__global__ void reduce(volatile int *s) {
    if (threadIdx.x < 64) {
        s[threadIdx.x] += s[threadIdx.x + 64];
        s[threadIdx.x] += s[threadIdx.x + 32];
    }
}
