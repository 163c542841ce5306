// expect: drf
//--blockDim=64 --gridDim=1

// What takes `T` as it is is the best for any `T`, and both templates take it in one way.
template <typename T> struct Places {
    T last;
    __device__ int at(T, int i) { return i; }
    template <typename U> __device__ int at(U, float f) { return 0; }
    template <typename U> __device__ int by(U, int i) { return i; }
    template <typename U> __device__ int by(U, float f) { return 0; }
};

template <typename T> __global__ void k(T *a) {
    Places<T> places;
    a[places.at(T(), (int)threadIdx.x)] = places.by(T(), (int)threadIdx.x);
}
