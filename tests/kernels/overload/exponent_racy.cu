// expect: racy
//--blockDim=64 --gridDim=1

// It is of the type of the first argument.
template <typename T> struct Stride { static const int of = 1; };
template <> struct Stride<float> { static const int of = 0; };
template <typename T> __device__ int stride(T) { return Stride<T>::of; }

__global__ void k(int *a, float x, int n) { a[stride(ldexp(x, n)) * threadIdx.x] = threadIdx.x; }
