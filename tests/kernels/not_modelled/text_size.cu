// expect: unsupported
//--blockDim=32 --gridDim=1

__global__ void fill(int *a) { a[threadIdx.x * (sizeof("abc") == 4 ? 1 : 0)] = threadIdx.x; }
