// expect: unsupported
//--blockDim=32 --gridDim=1

namespace own {
struct int2 {
    unsigned char x;
    int y;
};
}

__global__ void fill(int *a) {
    own::int2 v;
    v.x = 256;
    a[threadIdx.x * (v.x == 0 ? 1 : 0)] = threadIdx.x;
}
