// expect: racy
//--blockDim=64 --gridDim=1

// The whole holds something else then.
__global__ void mark(unsigned *a) {
    union { unsigned whole; unsigned char parts[4]; } w;
    w.whole = threadIdx.x;
    w.parts[0] = 0;
    a[w.whole] = 1;
}
