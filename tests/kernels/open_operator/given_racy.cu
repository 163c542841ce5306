// expect: racy
//--blockDim=64 --gridDim=1

__device__ int g;
struct W {
    int x;
};
__device__ W operator+(W a, W b) {
    g = threadIdx.x;
    return a;
}

template <typename T> __global__ void k(T *c, const T *a) { c[threadIdx.x] = a[threadIdx.x] + a[threadIdx.x + 64]; }

template __global__ void k<W>(W *, const W *);
