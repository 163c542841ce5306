// expect: drf
//--blockDim=64 --gridDim=1

typedef union {
    unsigned long whole;
    struct { unsigned low, high; } parts;
    float real;
} word;

__device__ unsigned long joined(unsigned low, unsigned high) {
    word w;
    w.parts.low = low;
    w.parts.high = high;
    w.parts.high ^= 1;
    w.parts.low++;
    return w.whole;
}

__global__ void join(unsigned long *a, unsigned n) {
    word copy;
    copy.whole = joined(threadIdx.x, n);
    word other = copy;
    a[threadIdx.x] = other.whole + (unsigned)other.real;
}
