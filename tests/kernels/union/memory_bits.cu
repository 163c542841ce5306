// expect: unsupported
//--blockDim=64 --gridDim=1

union Flags {
    struct { unsigned a : 3, b : 5; } bits;
    unsigned char all;
};

__global__ void set(Flags *t) {
    t[threadIdx.x].bits.a = 1;
}
