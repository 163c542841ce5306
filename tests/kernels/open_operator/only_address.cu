// expect: drf
// flags: --strict
//--blockDim=64 --gridDim=1

template <typename T> struct Shared {
    __device__ operator T *() {
        extern __shared__ int memory[];
        return (T *)memory;
    }
};

template <typename T> __global__ void k(T *c, const T *a) {
    T *s = Shared<T>();
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    c[threadIdx.x] = s[63 - threadIdx.x];
}
