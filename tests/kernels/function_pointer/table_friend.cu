// expect: unsupported
//--blockDim=64 --gridDim=1

struct Grid {
    friend __device__ void one(int *a, int i) { a[0] = i; }
};
__device__ void one(int *a, int i);
__device__ void apart(int *a, int i) { a[i] = i; }
typedef void (*work)(int *, int);
__device__ const work table[2] = {one, apart};

__global__ void fill(int *a, int way) { table[way](a, threadIdx.x); }
