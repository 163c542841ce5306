// expect: racy
//--blockDim=64 --gridDim=1

__device__ int *row(int *a, int i) { return a + 4 * (i / 4); }

__global__ void fill(int *a) { row(a, threadIdx.x)[0] = threadIdx.x; }
