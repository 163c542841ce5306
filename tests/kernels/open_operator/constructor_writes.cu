// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

__device__ int g;
struct W {
    int x;
    __device__ W(int y) {
        g = threadIdx.x;
        x = y;
    }
};

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = T(1); }
