// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

// Where `T` is `W`, all threads write `a[0]`.
struct W {
    int x;
};
__device__ W operator+(W &a, const W &b) {
    a.x += b.x;
    return a;
}

template <typename T> __global__ void k(T *c, T *a) { c[threadIdx.x] = a[0] + a[threadIdx.x]; }
