// expect: drf
//--blockDim=32 --gridDim=1

// A pointer that is constant is not a pointer to a constant.
template <class T>
struct Place {
    static __device__ int of(int i) { return i; }
};

template <>
struct Place<const int *> {
    static __device__ int of(int i) { return i / 2; }
};

__global__ void fill(int *a) { a[Place<int *const>::of(threadIdx.x)] = threadIdx.x; }
