// expect: drf
//--blockDim=64 --gridDim=1

// The text is nobody's memory.
__device__ void failed(const char *file, int line) { printf("%s:%d failed\n", file, line); }

__global__ void k(int *a) {
    if (a[threadIdx.x] < 0) failed(__FILE__, __LINE__);
    a[threadIdx.x] = 1;
}
