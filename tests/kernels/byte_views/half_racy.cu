// expect: racy
//--blockDim=64 --gridDim=4

// The two views have one byte in common.
__global__ void halves(char *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    *(short *)(a + 2 * i) = 1;
    if (i == 7) a[33] = 2;
}
