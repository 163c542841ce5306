// expect: drf
//--blockDim=64 --gridDim=1

typedef int (*place)(int);
__device__ int same(int i) { return i; }
__device__ int other(int i) { return 64 + i; }

__global__ void fill(int *a, int way) {
    place f = same;
    if (way) f = other;
    a[f(threadIdx.x)] = 1;
}
