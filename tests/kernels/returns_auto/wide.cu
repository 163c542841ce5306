// expect: drf
//--blockDim=64 --gridDim=1

// An `int` would not hold it.
__device__ auto far(long long x) { return x << 32; }

__global__ void k(int *a) {
    a[far(threadIdx.x)] = 1;
}
