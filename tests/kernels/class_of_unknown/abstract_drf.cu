// expect: drf
// flags: --block-dim 64 --grid-dim 4

// No object of the class can be made but for the type that it is specialized for.
template <typename T> struct Shared {
    virtual __device__ T &operator[](int i) = 0;
};

template <> struct Shared<float> {
    __device__ float &operator[](int i) {
        extern __shared__ float of_float[];
        return of_float[i];
    }
};

template <typename T> __global__ void turned(T *a) {
    Shared<T> s;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = a[i];
    __syncthreads();
    a[i] = s[blockDim.x - 1 - threadIdx.x];
}
