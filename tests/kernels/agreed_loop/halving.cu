// expect: drf
//--blockDim=64 --gridDim=1

// No formula gives the counters of the next iteration.
__global__ void search(int *a, int low, int high) {
    __shared__ int s[64];
    int t = threadIdx.x;
    while (low < high) {
        int middle = (low + high) / 2;
        s[t] = middle;
        __syncthreads();
        if (s[0] > 7) low = middle + 1;
        else high = middle;
        __syncthreads();
        a[t] = low;
    }
}
