// expect: racy
//--blockDim=64 --gridDim=1

__device__ void put(int *, int, int = 0);

__global__ void fill(int *a) {
    put(a, threadIdx.x);
}

__device__ void put(int *a, int what, int where) { a[where] = what; }
