// expect: racy
// flags: --timeout 20

template <int N, typename T> struct Op {
    T by;
};

template <int N, typename T> __global__ void apply(T *a, const Op<N, T> op) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i * N] = op.by;
}

void host(double *a) { apply<<<3, 128>>>(a, Op<0, double>()); }
