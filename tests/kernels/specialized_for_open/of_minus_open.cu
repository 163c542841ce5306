// expect: unsupported
//--blockDim=64 --gridDim=1

// What `-` makes of a `char` is an `int`.
template <typename T> struct Stride { static const int value = 1; };
template <> struct Stride<int> { static const int value = 0; };
template <typename T> struct Offset { static const int value = 0; };
template <> struct Offset<int> { static const int value = 1; };

template <typename T> __global__ void k(int *a, T x) {
    auto less = -x;
    a[(Stride<decltype(less)>::value + Offset<T>::value) * threadIdx.x] = 1;
}
