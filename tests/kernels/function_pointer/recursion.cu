// expect: unsupported
//--blockDim=64 --gridDim=1

// The pointer in the function may be one to itself.
typedef void (*work)(int *, int, void *);
__device__ void nothing(int *a, int i, void *self) {}
__device__ void some(int *a, int i, void *self) {
    work again = (work)self;
    if (i) again(a, 0, self);
    else a[0] = threadIdx.x;
}

__global__ void fill(int *a, int way) {
    work f = way ? some : nothing;
    f(a, 1, (void *)f);
}
