// expect: drf
// flags: --strict
//--blockDim=64 --gridDim=1

__device__ int g;
struct W {
    int x;
    __device__ ~W() {
        x = 0;
    }
};

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = a[threadIdx.x]; }
