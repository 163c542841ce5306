// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

__device__ int g;
struct W {
    int x;
    __device__ W operator*(const W &b) const {
        g = x;
        return b;
    }
};
template <typename T> __device__ T product(T a, T b) { return a * b; }

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = product(a[threadIdx.x], a[threadIdx.x + 64]); }
