// expect: unsupported
//--blockDim=512 --gridDim=1

// What stands behind the arrow is the type, and not that of what is returned.
__device__ auto low(unsigned char n) -> decltype(n) { return (int)n + 256; }

__global__ void k(int *a) {
    a[low(threadIdx.x)] = 1;
}
