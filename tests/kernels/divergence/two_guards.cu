// expect: divergence
//--blockDim=[16,4] --gridDim=1

__global__ void guarded(int *a, int n, int m) {
    if (threadIdx.x >= n) return;
    if (threadIdx.y >= m) return;
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x] = s[0];
    __syncthreads();
    s[threadIdx.x] = 2;
}
