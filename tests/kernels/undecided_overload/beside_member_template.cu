// expect: unsupported
//--blockDim=64 --gridDim=1

// For `short` the function is better than the template.
template <typename T> struct Places {
    T last;
    __device__ int at(short, int i) { return 0; }
    template <typename U> __device__ int at(U, int i) { return i; }
};

template <typename T> __global__ void k(T *a) {
    Places<T> places;
    a[places.at(T(), threadIdx.x)] = threadIdx.x;
}
