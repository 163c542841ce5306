// expect: unsupported
//--blockDim=64 --gridDim=1

// The sum of two `short` is an `int`: for them all threads write one element, and neither for `int` nor for `float`.
template <typename T> struct Stride { static const int value = 1; };
template <> struct Stride<int> { static const int value = 0; };
template <typename T> struct Offset { static const int value = 0; };
template <> struct Offset<int> { static const int value = 1; };
template <typename T> __device__ int stride(T) { return Stride<T>::value; }

template <typename T> __global__ void k(int *a, T x, T y) {
    a[(stride(x + y) + Offset<T>::value) * threadIdx.x] = 1;
}
