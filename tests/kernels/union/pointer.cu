// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void both(unsigned *a) {
    union { unsigned *to; unsigned long number; } w;
    w.to = a;
    w.to[0] = threadIdx.x;
}
