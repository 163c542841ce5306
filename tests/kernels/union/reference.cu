// expect: unsupported
//--blockDim=64 --gridDim=1

__device__ void set(unsigned short &x) { x = threadIdx.x; }

__global__ void join(unsigned *a) {
    union { unsigned whole; struct { unsigned short low, high; } parts; } w;
    w.whole = 0;
    set(w.parts.low);
    if (w.whole) a[0] = 1;
}
