// expect: racy
//--blockDim=64 --gridDim=1

#define __shared__ __attribute__((shared))
#define __global__ __attribute__((global))

__global__ void k(int *o) {
    __shared__ int s[4];
    s[0] = threadIdx.x;
    o[threadIdx.x] = s[0];
}
