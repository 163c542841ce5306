// expect: unsupported
// flags: --strict
//--blockDim=64 --gridDim=1

struct W {
    int *p;
    __device__ W operator+(const W &b) const {
        *p = 1;
        return b;
    }
};

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = a[threadIdx.x] + a[threadIdx.x + 64]; }
