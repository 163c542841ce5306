// expect: unsupported
//--blockDim=64 --gridDim=1

// What is named in the table is no function of the file.
typedef void (*work)(int *, int);
__device__ void apart(int *a, int i) { a[i] = i; }
__device__ const work table[1] = {[] __device__(int *a, int i) { a[0] = i; }};

__global__ void fill(int *a) { table[0](a, threadIdx.x); }
