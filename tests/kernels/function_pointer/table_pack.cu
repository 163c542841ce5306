// expect: unsupported
//--blockDim=64 --gridDim=1

typedef void (*work)(int *, int, int);
template <class... T> __device__ void all(int *a, T... rest) { a[0] = 1; }
__device__ void apart(int *a, int i, int j) { a[i] = i; }
__device__ const work table[2] = {all<int, int>, apart};

__global__ void fill(int *a, int way) { table[way](a, threadIdx.x, 2); }
