// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

__device__ int g;
struct W {
    int x;
    __device__ W(const W &b) {
        g = threadIdx.x;
        x = b.x;
    }
};

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = a[threadIdx.x]; }
