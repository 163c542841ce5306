// expect: drf
//--blockDim=64 --gridDim=1

__global__ void rounds(int *a, const int *count) {
    int t = threadIdx.x;
    for (int i = 0; i < count[0]; i++) {
        int next = a[t ^ 1];
        __syncthreads();
        a[t] = next;
        __syncthreads();
    }
}
