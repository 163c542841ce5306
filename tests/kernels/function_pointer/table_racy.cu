// expect: potential
//--blockDim=64 --gridDim=1

typedef int (*place)(int);
__device__ int same(int i) { return i; }
__device__ int half(int i) { return i / 2; }
__device__ const place table[2] = {same, half};

__global__ void fill(int *a, int way) { a[(*table[way])(threadIdx.x)] = 1; }
