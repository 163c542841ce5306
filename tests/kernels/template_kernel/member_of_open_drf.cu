// expect: drf

template <bool, class A, class B> struct If {
    typedef B type;
};
template <class A, class B> struct If<true, A, B> {
    typedef A type;
};

template <typename T> __global__ void copy(T *to, const T *from) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

// Which type it is hangs on what the host template is used with.
template <typename Real> void run(int n) {
    typedef typename If<sizeof(Real) == 8, long, int>::type Key;
    Key *to, *from;
    cudaMalloc(&to, 64 * sizeof(Key));
    cudaMalloc(&from, 64 * sizeof(Key));
    copy<Key><<<1, 64>>>(to, from);
}
