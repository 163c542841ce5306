// expect: drf

// An operator that is called by its name.
struct Add {
    unsigned n;
    __device__ unsigned operator()(unsigned x) const { return x + n; }
    __device__ unsigned operator[](unsigned x) const { return x * n; }
};
__global__ void k(int *a) {
    Add add;
    add.n = 1;
    const Add *p = &add;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    a[add.operator()(i) + p->operator[](0)] = 1;
}
