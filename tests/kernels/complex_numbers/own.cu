// expect: racy
//--blockDim=64 --gridDim=1

// A type of the file with such a name is its own.
struct cuComplex {
    int r, i;
};

__global__ void scale(cuComplex *a) {
    a[threadIdx.x / 2].r = threadIdx.x;
}
