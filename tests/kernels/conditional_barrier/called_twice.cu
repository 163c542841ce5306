// expect: divergence
//--blockDim=64 --gridDim=1

__device__ void wait() { __syncthreads(); }

__global__ void twice(int *a) {
    if (threadIdx.x < 64) wait();
    if (threadIdx.x < 32) wait();
    a[threadIdx.x] = 1;
}
