// expect: unsupported
//--blockDim=64 --gridDim=1

__device__ auto half(int x) {
    if (x < 0) return 0;
    return x / 2;
}

__global__ void k(int *a) {
    a[half(threadIdx.x)] = 1;
}
