// expect: drf
// flags: --strict
//--blockDim=64 --gridDim=1

struct W {
    int x;
    __device__ W operator*(const W &b) const {
        W c;
        c.x = x * b.x;
        return c;
    }
};
template <typename T> __device__ T product(T a, T b) { return a * b; }

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = product(a[threadIdx.x], a[threadIdx.x + 64]); }
