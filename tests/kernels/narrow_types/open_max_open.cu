// expect: unsupported
//--blockDim=64 --gridDim=1
#include <algorithm>
using std::max;

// Of two `short`, CUDA's is an `int` and that of `std` a `short`.
template <typename T> struct Stride { static const int of = 1; };
template <> struct Stride<short> { static const int of = 0; };
template <typename T> __device__ int stride(T) { return Stride<T>::of; }

template <typename T> __global__ void fill(T *a, T n) { a[stride(max(n, n)) * threadIdx.x] = 1; }
