// expect: drf
// flags: --strict
//--blockDim=64 --gridDim=1

// What is given to a functor of the file says nothing of which functor it is.
__device__ int g;
struct Count {
    int x;
    __device__ int operator()(int i) const {
        g = i;
        return i;
    }
};
struct Same {
    template <typename T> __device__ T operator()(T a) const { return a; }
};

template <typename T> __global__ void k(T *c, const T *a) {
    Same same;
    c[threadIdx.x] = same(a[threadIdx.x]);
}
