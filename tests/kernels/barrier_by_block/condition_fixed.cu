// expect: drf
//--blockDim=64 --gridDim=8

__global__ void first(int *a) {
    int next = a[blockIdx.x * 64 + (threadIdx.x ^ 1)];
    if (blockIdx.x < 8) __syncthreads();
    a[blockIdx.x * 64 + threadIdx.x] = next;
}
