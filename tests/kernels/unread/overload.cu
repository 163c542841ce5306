// expect: unsupported
//--blockDim=64 --gridDim=1

// The function that cannot be read may be the one that is called.
__device__ int place(float x) {
    return x;
}

__device__ int place(int i ???) {
    return 0;
}

__global__ void write(int *a) {
    a[place(threadIdx.x)] = 1;
}
