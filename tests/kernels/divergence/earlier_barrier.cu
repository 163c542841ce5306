// expect: divergence
//--blockDim=64 --gridDim=4

// Who comes to the first barrier comes to the second.
__global__ void counted(int *count, const int *a, int n) {
    __shared__ int s;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    if (a[i] == 7) atomicAdd(&s, 1);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(count, s);
}
