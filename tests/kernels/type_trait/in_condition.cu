// expect: drf
template <typename T> struct is_wide {
    static constexpr bool value = sizeof(T) > 4;
    using type = int;
};

template <typename T> __global__ void fill(int *a, bool c) {
    if (is_wide<T>::value && c) a[0] = threadIdx.x;
    if (is_wide<T>::value || sizeof(T) > 8) a[0] = threadIdx.x;
    if (typename is_wide<T>::type i = 1) a[threadIdx.x] = i;
    if (is_wide<int>::type i = 0) a[0] = threadIdx.x;
}

void run(int *a, bool c) { fill<float><<<1, 64>>>(a, c); }
