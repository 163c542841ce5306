// expect: racy
//--blockDim=64 --gridDim=1

// The larger of two `short` is an `int`.
template <typename T> struct Stride { static const int of = 1; };
template <> struct Stride<int> { static const int of = 0; };
template <typename T> __device__ int stride(T) { return Stride<T>::of; }

__global__ void k(int *a, short n) { a[stride(max(n, n)) * threadIdx.x] = threadIdx.x; }
