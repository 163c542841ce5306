// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

// `std::min` compares.
__device__ int g;
struct W {
    int x;
};
__device__ bool operator<(W a, W b) {
    g = a.x;
    return a.x < b.x;
}

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = min(a[threadIdx.x], a[threadIdx.x + 64]); }
