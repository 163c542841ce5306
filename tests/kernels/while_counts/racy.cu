// expect: racy
//--blockDim=64 --gridDim=1

__global__ void sum(int *s) {
    int d = blockDim.x / 2;
    while (d > 0) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        d /= 2;
    }
}
