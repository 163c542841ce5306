// expect: racy
// flags: --timeout 20

// Another `n` hides the one that the object is declared with.
template <int N, typename T> struct Op {
    T by;
};

template <int N, typename T> __global__ void apply(T *a, const Op<N, T> op) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i * N] = op.by;
}

void host(double *a) {
    const int n = 0;
    Op<n, double> op;
    {
        const int n = 4;
        apply<<<3, 128>>>(a, op);
    }
}
