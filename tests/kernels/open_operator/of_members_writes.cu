// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

// `T` may be `Pair<W>`.
__device__ int g;
struct W {
    int x;
};
__device__ W operator-(W a, W b) {
    g = a.x;
    return b;
}
template <typename U> struct Pair {
    U x;
    __device__ Pair &operator+=(const Pair &b) {
        x = x - b.x;
        return *this;
    }
};

template <typename T> __global__ void k(T *c, T *a) { c[threadIdx.x] += a[threadIdx.x]; }
