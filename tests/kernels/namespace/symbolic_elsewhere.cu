// expect: unsupported

// `T` may be of the other namespace, whose function writes.
namespace second {
struct Number { int x; };
__device__ Number at(Number *all, const Number &n) { all[0] = n; return n; }
}
template <typename T> __device__ T at(T *all, const T &x) { return x; }

template <typename T> __global__ void k(T *in, T *out) {
    int i = threadIdx.x;
    out[i] = at(in, in[i]);
}

template <typename T> void run(T *in, T *out) { k<T><<<1, 64>>>(in, out); }
