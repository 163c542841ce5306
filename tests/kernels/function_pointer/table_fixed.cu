// expect: drf
//--blockDim=64 --gridDim=1

// A pointer that is read of memory is one of the functions that take what it is given.
typedef int (*place)(int);
__device__ int same(int i) { return i; }
__device__ int other(int i) { return 64 + i; }
__device__ int first(const int *a) { return a[0]; }
__device__ place table[2];
__device__ place chosen = same;

__global__ void fill(int *a, int way) {
    a[(*table[way])(threadIdx.x)] = 1;
    a[128 + chosen(threadIdx.x)] = 1;
}
