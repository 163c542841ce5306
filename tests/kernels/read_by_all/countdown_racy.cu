// expect: racy
//--blockDim=64 --gridDim=2

// A thread may read what is left before or after it is counted down.
__global__ void countdown(int *a, int n) {
    __shared__ int left;
    int t = threadIdx.x;
    if (t == 0) left = n;
    __syncthreads();
    while (left > 0) {
        a[blockIdx.x * 64 + t] += t;
        __syncthreads();
        if (t == 0) left--;
    }
}
