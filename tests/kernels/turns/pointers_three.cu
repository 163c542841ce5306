// expect: drf
//--blockDim=64 --gridDim=1

// A wave: the next state of two.
__global__ void wave(int *a, int *b, int *c, int *done) {
    int t = threadIdx.x;
    while (!*done) {
        c[t] = 2 * b[(t + 1) % 64] - a[t];
        __syncthreads();
        int *old = a;
        a = b;
        b = c;
        c = old;
    }
}
