// expect: racy
//--blockDim=64 --gridDim=1

// `volatile` keeps an access where it is, and orders nothing between threads.
__global__ void flags(int *a) {
    volatile __shared__ int flag[64];
    volatile int *next = flag + 1;
    volatile int mine = threadIdx.x;
    flag[threadIdx.x] = mine;
    if (threadIdx.x < 63)
        a[threadIdx.x] = next[threadIdx.x];
}
