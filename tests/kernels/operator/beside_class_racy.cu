// expect: racy
//--blockDim=64 --gridDim=1

// `T` of the operator is no `T` of the class: the stride is that of `short`.
template <typename T> struct Value { T x; };
template <typename T> struct Stride { static const int of = 1; };
template <> struct Stride<short> { static const int of = 0; };
template <typename T> __device__ int operator%(Value<int> a, T b) { return Stride<T>::of; }

__global__ void k(int *a, short n) {
    Value<int> value;
    a[(value % n) * threadIdx.x] = threadIdx.x;
}
