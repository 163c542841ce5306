// expect: drf
//--blockDim=64 --gridDim=1

// What stands for an element writes it.
struct Element {
    int *p;
    int i;
    __device__ void operator=(int x) { p[i] = x; }
};
struct Array {
    int *p;
    __device__ Element operator[](int i) {
        Element e;
        e.p = p;
        e.i = i;
        return e;
    }
};

__global__ void k(int *c) {
    Array a;
    a.p = c;
    a[threadIdx.x] = threadIdx.x;
}
