// expect: unsupported
//--blockDim=64 --gridDim=1

// The function calls itself through the table, and all threads write one element.
typedef void (*work)(int *, int);
__device__ void nothing(int *a, int i);
__device__ void some(int *a, int i);
__device__ const work table[2] = {some, nothing};
__device__ void nothing(int *a, int i) {}
__device__ void some(int *a, int i) {
    if (i > 0) table[0](a, 0);
    else a[0] = threadIdx.x;
}

__global__ void fill(int *a) { some(a, 1); }
