// expect: drf
//--blockDim=64 --gridDim=1

__device__ int first(int *a, int n) {
    if (threadIdx.x >= n) return 0;
    a[0] = threadIdx.x;
    return 1;
}

__global__ void choose(int *a) { int done = first(a, 1); }
