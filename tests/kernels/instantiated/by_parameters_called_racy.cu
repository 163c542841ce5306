// expect: racy

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
void invoke(T *a, int n) {
    fill<T><<<1, 64>>>(a, n);
}

template void invoke(float *a, int n);

// So is it called.
void host(int *a) { invoke(a, 64); }
