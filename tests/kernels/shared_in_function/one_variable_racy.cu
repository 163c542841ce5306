// expect: racy
//--blockDim=64 --gridDim=1

__device__ int *buffer() {
    __shared__ int s[64];
    return s;
}

__global__ void twice(int *a) {
    buffer()[threadIdx.x] = 1;
    a[threadIdx.x] = buffer()[63 - threadIdx.x];
}
