// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

__device__ int g;
struct W {
    int x;
    __device__ operator int() const {
        g = threadIdx.x;
        return x;
    }
};

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = (int)a[threadIdx.x]; }
