// expect: racy
//--blockDim=64 --gridDim=1

// The larger of two `short` is a `short`, but for that of CUDA.
template <typename T> struct Stride { static const int of = 1; };
template <> struct Stride<short> { static const int of = 0; };
template <typename T> __device__ int stride(T) { return Stride<T>::of; }

__global__ void k(int *a, short n) { a[stride(std::max(n, n)) * threadIdx.x] = threadIdx.x; }
