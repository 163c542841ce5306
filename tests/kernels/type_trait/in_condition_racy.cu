// expect: racy
template <typename T> struct is_wide {
    static constexpr bool value = sizeof(T) > 4;
};

template <typename T> __global__ void fill(int *a, bool c) {
    if (is_wide<T>::value && c) a[0] = threadIdx.x;
    if (is_wide<T>::value || sizeof(T) > 8) a[0] = threadIdx.x;
}

void run(int *a, bool c) { fill<double><<<1, 64>>>(a, c); }
