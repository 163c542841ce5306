// expect: unsupported
//--blockDim=64 --gridDim=1

// A brace is missing in `other`, so that nobody knows whether `place` is declared behind it.
__device__ int place(float x) {
    return x;
}

__device__ int other(int i) {
    if (i > 0) {
        return 1;
}

__device__ int place(int i) {
    return 0;
}

__global__ void write(int *a) {
    a[place(threadIdx.x)] = 1;
}
