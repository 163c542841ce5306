// expect: drf
//--blockDim=64 --gridDim=2

__global__ void countdown(int *a, int n) {
    __shared__ int left;
    int t = threadIdx.x;
    if (t == 0) left = n;
    __syncthreads();
    while (left > 0) {
        a[blockIdx.x * 64 + t] += t;
        __syncthreads();
        if (t == 0) left--;
        __syncthreads();
    }
}
