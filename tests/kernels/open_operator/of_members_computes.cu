// expect: drf
// flags: --strict
//--blockDim=64 --gridDim=1

template <typename U> struct Pair {
    U x;
    __device__ Pair &operator+=(const Pair &b) {
        x = x - b.x;
        return *this;
    }
};

template <typename T> __global__ void k(T *c, T *a) { c[threadIdx.x] += a[threadIdx.x]; }
