// expect: unsupported
//--blockDim=64 --gridDim=1

typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }
__device__ void elsewhere(int *a, int i);
__device__ const work table[2] = {apart, elsewhere};

__global__ void fill(int *a, int way) { table[way](a, threadIdx.x); }
