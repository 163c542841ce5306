// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

// `T` may be `W`: that it is no such class is an assumption.
__device__ int g;
struct W {
    int x;
};
__device__ W operator+(W a, W b) {
    g = threadIdx.x;
    return a;
}

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = a[threadIdx.x] + a[threadIdx.x + 64]; }
