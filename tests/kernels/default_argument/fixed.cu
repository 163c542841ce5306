// expect: drf
//--blockDim=64 --gridDim=1

__device__ int scaled(int i, int by = 2, int from = 0) { return from + i / by; }

__global__ void fill(int *a) {
    a[scaled(threadIdx.x, 1)] = threadIdx.x;
}
