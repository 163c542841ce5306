// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void join(unsigned *a) {
    union { unsigned whole; float real; } w;
    unsigned *p = &w.whole;
    *p = threadIdx.x;
    a[w.whole] = 1;
}
