// expect: racy
// flags: --timeout 20

template <typename T> struct Scale {
    const T by;
    Scale(const T &by) : by(by) {}
    __device__ T of(T x) const { return x * by; }
};

template <typename T> __global__ void apply(T *a, const Scale<T> scale) { a[threadIdx.x] = scale.of(a[threadIdx.x]); }

void host(float *a) { apply<<<3, 128>>>(a, Scale<float>(2)); }
