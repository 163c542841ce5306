// expect: unsupported
//--blockDim=32 --gridDim=1

struct Masks {
    enum { all = 0xFFFFFFFFu };
};

__global__ void fill(int *a) {
    int stride = Masks::all > 0 ? 1 : 0;
    a[threadIdx.x * stride] = threadIdx.x;
}
