// expect: racy
//--blockDim=64 --gridDim=1

__global__ void join(unsigned *a, unsigned n) {
    union { unsigned whole; struct { unsigned short low, high; } parts; } w;
    w.parts.low = n;
    a[threadIdx.x / 2] = w.whole;
}
