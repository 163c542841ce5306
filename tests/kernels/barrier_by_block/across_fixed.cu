// expect: drf
//--blockDim=64 --gridDim=2

__global__ void across(int *a) {
    if (blockIdx.x == 0) {
        a[threadIdx.x] = 1;
        __syncthreads();
    }
    if (blockIdx.x == 1) a[threadIdx.x + 64] = 2;
}
