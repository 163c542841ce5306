// expect: unsupported
//--blockDim=64 --gridDim=1

struct Element {
    int *p;
    __device__ void operator++() { p[0] = 1; }
};
struct Array {
    int *p;
    __device__ Element operator[](int i) {
        Element e;
        e.p = p + i;
        return e;
    }
};

__global__ void k(int *c) {
    Array a;
    a.p = c;
    ++a[threadIdx.x];
}
