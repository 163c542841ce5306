// expect: unsupported
//--blockDim=64 --gridDim=1

#pragma pack(1)
struct Packed {
    union {
        char c;
        int n;
    };
    char d;
};

__global__ void set(Packed *t) {
    t[threadIdx.x].n = 1;
}
