// expect: unsupported
//--blockDim=32 --gridDim=1

// Whether a deduced type is the enumeration is not known.
enum Way { forward };

template <class T>
struct Place {
    static __device__ int of(int i) { return i; }
};

template <>
struct Place<int> {
    static __device__ int of(int i) { return i / 2; }
};

template <class T>
__device__ int place(T way, int i) {
    return Place<T>::of(i);
}

__global__ void fill(int *a) { a[place(forward, threadIdx.x)] = threadIdx.x; }
