// expect: unsupported
//--blockDim=64 --gridDim=1

// It may be a barrier.
__global__ void reverse(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    BARRIER;
    a[threadIdx.x] = s[63 - threadIdx.x];
}
