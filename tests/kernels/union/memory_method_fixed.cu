// expect: drf
//--blockDim=64 --gridDim=1

struct Value {
    union {
        float real;
        unsigned bits;
    };
    int kind;
    __device__ void clear() { bits = 0; kind = 0; }
    __device__ unsigned get() const { return bits; }
};

__global__ void clear(Value *t, unsigned *out) {
    t[threadIdx.x].clear();
    Value own = t[threadIdx.x];
    own.clear();
    out[threadIdx.x] = own.get();
}
