// expect: unsupported

// `T` is the host's: the kernel is read as if it were neither `float` nor `double`, and with both.
template <typename T> struct Internal;
template <> struct Internal<float> { typedef float type; };
template <> struct Internal<double> { typedef double type; };

template <typename T, int n> __global__ void k(T *a) {
    typename Internal<T>::type v = n;
    a[threadIdx.x] = v;
}

template <typename T> void host(T *a) { k<T, 3><<<1, 64>>>(a); }
