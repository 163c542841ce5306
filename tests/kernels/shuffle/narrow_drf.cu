// expect: drf
//--blockDim=64 --gridDim=1

// There is no shuffle of less than an `int`.
template <typename T> struct Stride { static const int of = 0; };
template <> struct Stride<int> { static const int of = 1; };
template <typename T> __device__ int stride(T) { return Stride<T>::of; }

__global__ void k(int *a, short n) { a[stride(__shfl_sync(0xffffffff, n, 0)) * threadIdx.x] = threadIdx.x; }
