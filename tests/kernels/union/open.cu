// expect: potential
//--blockDim=64 --gridDim=1

// What the whole holds, the parts say; that is not modelled.
__global__ void join(unsigned *a) {
    union { unsigned whole; struct { unsigned short low, high; } parts; } w;
    w.whole = 0;
    w.parts.low = threadIdx.x;
    a[w.whole] = 1;
}
