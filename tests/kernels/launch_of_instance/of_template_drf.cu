// expect: drf
// flags: --timeout 20

// What the launch is given says which numbers the parameters of the kernel are.
enum Kind { FIRST, SECOND };

template <Kind kind, int N, typename T> struct Op {
    T by;
    __device__ T of(T x) const { return x * by; }
};

template <Kind kind, int N, typename T> __global__ void apply(T *a, const Op<kind, N, T> op) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i * N + kind] = op.of(1);
}

template <int N> void of_template(double *a) {
    Op<SECOND, N, double> op{1};
    apply<<<3, 128>>>(a, op);
}

void host(double *a) { of_template<2>(a); }
