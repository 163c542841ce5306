// expect: unsupported
//--blockDim=32 --gridDim=1

// Of an lvalue, `T` is a reference: the copy is another name for it.
template <class T>
__device__ void reset(T &&x) {
    T copy = x;
    copy = 0;
}

__global__ void fill(int *a) {
    int i = threadIdx.x;
    reset(i);
    a[i] = threadIdx.x;
}
