// expect: drf
// flags: --timeout 20

template <typename T> struct Scale {
    const T by;
    Scale(const T &by) : by(by) {}
    __device__ T of(T x) const { return x * by; }
};

template <typename T> __global__ void apply(T *a, const Scale<T> scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = scale.of(a[i]);
}

void host(float *a) { apply<<<3, 128>>>(a, Scale<float>(2)); }
