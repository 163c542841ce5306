// expect: drf

// A type that a class without parameters has, by a parameter that stands for the class.
struct Single {
    using Type = float;
};
struct Traits {
    using Numbers = Single;
    typedef int Index;
};

template <typename T> __global__ void k(float *a) {
    typename T::Index i = threadIdx.x;
    using Numbers = typename T::Numbers;
    typename Numbers::Type x = i;
    a[i] = x;
}

void host(float *a) { k<Traits><<<1, 64>>>(a); }
