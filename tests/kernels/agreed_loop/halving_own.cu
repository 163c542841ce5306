// expect: divergence
//--blockDim=64 --gridDim=1

__global__ void search(int *a, int low) {
    int t = threadIdx.x;
    while (low < t) {
        low = 2 * low + 1;
        a[t] = low;
        __syncthreads();
    }
}
