// expect: drf
//--blockDim=64 --gridDim=1

__device__ void put(int *to, int what) { to[0] = what; }

__global__ void fill(int *a) { put(a + threadIdx.x, threadIdx.x); }
