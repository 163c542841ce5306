// expect: racy
//--blockDim=64 --gridDim=1

__global__ void k(int *o) {
    __attribute__((shared)) int s[4];
    s[0] = threadIdx.x;
    o[threadIdx.x] = s[0];
}
