// expect: racy
// flags: --block-dim 128 --grid-dim 3

template <typename T> struct Scale {
    const T by;
    Scale(const T &by) : by(by) {}
    __device__ T of(T x) const { return x * by; }
};

template <typename T> __global__ void scale(T *a, const Scale<T> scale) { a[threadIdx.x] = scale.of(a[threadIdx.x]); }
