// expect: drf
//--blockDim=64 --gridDim=4

__global__ void leave(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1;
    __syncthreads();
}
