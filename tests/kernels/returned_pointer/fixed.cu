// expect: drf
//--blockDim=64 --gridDim=1

__device__ int *row(int *a, int i) { return a + 4 * i; }

__global__ void fill(int *a) { row(a, threadIdx.x)[3] = threadIdx.x; }
