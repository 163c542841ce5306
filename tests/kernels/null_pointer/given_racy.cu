// expect: racy
//--blockDim=64 --gridDim=1

__device__ int next(const int *steps, int i) { return i / 2; }

__global__ void fill(int *a) { a[next(0, threadIdx.x)] = 1; }
