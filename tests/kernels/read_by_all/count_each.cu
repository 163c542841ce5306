// expect: divergence
//--blockDim=64 --gridDim=1

__global__ void rounds(int *a, const int *count) {
    int t = threadIdx.x;
    if (count[t] > 3) {
        a[t] = 1;
        __syncthreads();
    }
}
