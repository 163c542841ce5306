// expect: unsupported

// Which one it is hangs on `T`.
template <typename T, int N> struct Place { __device__ int of(int i) const { return 0; } };
template <int N> struct Place<float, N> { __device__ int of(int i) const { return i * N; } };

template <typename T> __global__ void k(T *a) {
    Place<T, 2> place;
    a[place.of(threadIdx.x)] = 1;
}
