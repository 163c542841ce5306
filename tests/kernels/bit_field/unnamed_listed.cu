// expect: unsupported
//--blockDim=64 --gridDim=1

// A bit-field without a name takes no value of a list: `last` is 2.
struct Parts {
    int first;
    unsigned : 3;
    int last;
};

__global__ void write(int *a) {
    Parts parts{1, 2};
    a[parts.last == 2 ? 0 : threadIdx.x] = threadIdx.x;
}
