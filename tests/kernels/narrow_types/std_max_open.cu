// expect: unsupported
//--blockDim=64 --gridDim=1

// Of two `short`, that of CUDA is an `int`, and that of C++ a `short`.
using namespace std;
template <typename T> struct Stride { static const int of = 1; };
template <> struct Stride<short> { static const int of = 0; };
template <typename T> __device__ int stride(T) { return Stride<T>::of; }

__global__ void k(int *a, short n) { a[stride(max(n, n)) * threadIdx.x] = threadIdx.x; }
