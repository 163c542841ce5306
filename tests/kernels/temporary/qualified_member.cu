// expect: unsupported
//--blockDim=64 --gridDim=1

struct B {
    int n;
};
struct D : B {
    int m;
};

__global__ void k(int *c) {
    D d;
    d.B::n = 1;
    c[threadIdx.x] = d.n;
}
