// expect: potential
//--blockDim=64 --gridDim=1

typedef int (*place)(int);
__device__ int same(int i) { return i; }
__device__ int half(int i) { return i / 2; }

__global__ void fill(int *a, int way) {
    place f = same;
    if (way) f = half;
    a[(*f)(threadIdx.x)] = 1;
}
