// expect: racy
// Four numbers at once, by an alias of a class template with a default argument.
template <typename T, unsigned N, unsigned long A = sizeof(T)> struct Vector {
    T v[N];
    static constexpr unsigned size() { return N; }
};

template <typename V> struct Fragment {
    static const unsigned elements = V::size();
    V x;
};

template <typename T, unsigned N, unsigned long A = sizeof(T)> using fragment_t = Fragment<Vector<T, N, A>>;

template <typename T, unsigned N> __global__ void twice(unsigned n, const T *in, T *out) {
    const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    auto f = ((const fragment_t<T, N> *)in)[i];
    for (int t = 0; t < fragment_t<T, N>::elements; t++) f.x.v[t] = f.x.v[t] * 2;
    ((fragment_t<T, N> *)out)[i / 2] = f;
}

template <typename T, unsigned N> void run(unsigned n, const T *in, T *out) {
    twice<T, N><<<(n + 127) / 128, 128>>>(n, in, out);
}
template void run<float, 4>(unsigned, const float *, float *);
