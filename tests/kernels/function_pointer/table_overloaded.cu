// expect: unsupported
//--blockDim=64 --gridDim=1

// The type of the table says which of the two is meant.
typedef void (*work)(int *, long);
__device__ void put(int *a, int i) { a[i] = i; }
__device__ void put(int *a, long i) { a[0] = i; }
__device__ const work table[1] = {put};

__global__ void fill(int *a) { table[0](a, threadIdx.x); }
