// expect: unsupported
//--blockDim=64 --gridDim=1

// Which pointer is which hangs on memory.
__global__ void relax(int *a, int *b, int *swaps, int steps) {
    int t = threadIdx.x;
    for (int i = 0; i < steps; i++) {
        b[t] = a[(t + 1) % 64];
        __syncthreads();
        if (swaps[i]) { int *s = a; a = b; b = s; }
    }
}
