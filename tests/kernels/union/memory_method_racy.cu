// expect: racy
//--blockDim=64 --gridDim=1

struct Value {
    union {
        float real;
        unsigned bits;
    };
    int kind;
    __device__ void clear() { bits = 0; }
};

__global__ void clear(Value *t, unsigned *out) {
    t[threadIdx.x].clear();
    out[threadIdx.x] = t[0].real;
}
