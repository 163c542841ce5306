// expect: unsupported
//--blockDim=64 --gridDim=1

typedef void (*work)(int *, ...);
__device__ void one(int *a, ...) { a[0] = threadIdx.x; }
__device__ void apart(int *a, int i) { a[i] = i; }
__device__ const work table[1] = {one};

__global__ void fill(int *a) { table[0](a, threadIdx.x); }
