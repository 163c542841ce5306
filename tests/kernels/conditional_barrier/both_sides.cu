// expect: divergence
//--blockDim=64 --gridDim=1

__global__ void sides(int *a, int n) {
    if (threadIdx.x < n) {
        a[threadIdx.x] = 1;
        __syncthreads();
    } else {
        a[threadIdx.x] = 2;
        __syncthreads();
    }
}
