// expect: drf

// What `T` stands for brings functions of its namespace; the file has none but that which is found anyway.
namespace first {
template <typename T> __device__ T tanh(const T x) { return x; }

template <typename T> __global__ void k(const T *in, T *out, int *a) {
    int i = threadIdx.x;
    out[i] = tanh(in[i]);
    a[i] = 1;
}
}

template <typename T> void run(const T *in, T *out, int *a) { first::k<T><<<1, 64>>>(in, out, a); }
