// expect: drf
// flags: --strict
//--blockDim=64 --gridDim=1

struct W {
    int x;
};
__device__ W &operator+=(W &a, const W &b) {
    a.x += b.x;
    return a;
}

template <typename T> __global__ void k(T *c, T *a) { c[threadIdx.x] += a[threadIdx.x]; }
