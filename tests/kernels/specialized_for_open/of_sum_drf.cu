// expect: drf
//--blockDim=64 --gridDim=1

template <typename T> struct Stride { static const int value = 0; };
template <> struct Stride<int> { static const int value = 1; };
template <typename T> __device__ int stride(T) { return Stride<T>::value; }

template <typename T> __global__ void k(int *a, T x, T y) { a[stride(x + y) * threadIdx.x] = 1; }

template __global__ void k<short>(int *, short, short);
