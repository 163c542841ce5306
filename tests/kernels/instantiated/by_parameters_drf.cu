// expect: drf

template <typename T>
struct Stride;
template <>
struct Stride<float> {
    static const int value = 1;
};
template <>
struct Stride<int> {
    static const int value = 0;
};

template <typename T>
__global__ void fill(T *a, int n) {
    if (threadIdx.x < n) a[threadIdx.x * Stride<T>::value] = T(threadIdx.x);
}

template <typename T>
void invoke(T *a, const T *, int n);

template <typename T>
void invoke(T *a, const T *, int n) {
    fill<<<1, 64>>>(a, n);
}

// The types of the parameters say what `T` is.
template void invoke(float *a, const float *, int n);
