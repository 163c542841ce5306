// expect: unsupported
//--blockDim=64 --gridDim=1

// The root of a `float` is a `float`, that of an `int` a `double`.
template <typename T> struct Stride { static const int value = 1; };
template <> struct Stride<float> { static const int value = 0; };
template <typename T> __device__ int stride(T) { return Stride<T>::value; }

template <typename T> __global__ void k(int *a, T x) { a[stride(sqrt(x)) * threadIdx.x] = 1; }
