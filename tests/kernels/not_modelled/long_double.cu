// expect: unsupported
//--blockDim=32 --gridDim=1

__global__ void fill(int *a) {
    a[threadIdx.x * (sizeof(long double) == 16 ? 1 : 0)] = threadIdx.x;
}
