// expect: racy
//--blockDim=64 --gridDim=1

// The oldest state is read at its neighbour's place, and is the next to be written.
__global__ void wave(int *a, int *b, int *c, int steps) {
    int t = threadIdx.x;
    for (int i = 0; i < steps; i++) {
        c[t] = b[t] ^ a[(t + 1) % 64];
        int *old = a;
        a = b;
        b = c;
        c = old;
        if (i % 2) __syncthreads();
    }
}
