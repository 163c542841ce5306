// expect: drf
//--blockDim=32 --gridDim=1

// `char` and `signed char` have the same values, and are two types.
template <class T>
struct Place {
    static __device__ int of(int i) { return i / 2; }
};

template <>
struct Place<signed char> {
    static __device__ int of(int i) { return i; }
};

__global__ void fill(int *a) { a[Place<signed char>::of(threadIdx.x)] = threadIdx.x; }
