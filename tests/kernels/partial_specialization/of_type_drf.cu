// expect: drf
//--blockDim=64 --gridDim=1

template <typename T, int N> struct Place { __device__ int of(int i) const { return 0; } };
template <int N> struct Place<const float *, N> { __device__ int of(int i) const { return i * N; } };

template <typename T> __global__ void k(int *a) {
    Place<T, 2> place;
    a[place.of(threadIdx.x)] = 1;
}

template __global__ void k<const float *>(int *a);
