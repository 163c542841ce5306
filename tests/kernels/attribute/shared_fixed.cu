// expect: drf
//--blockDim=64 --gridDim=1

__global__ void k(int *o) {
    __attribute__((shared)) int s[64];
    s[threadIdx.x] = threadIdx.x;
    o[threadIdx.x] = s[threadIdx.x];
}
