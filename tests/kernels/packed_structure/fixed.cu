// expect: drf

// Four numbers in one access, as a class does it: attributes stand before its name, its constructors are told apart
// by the number of their arguments, its functions twice, with and without `const`.
template <class T> struct alignas(16) Packed {
    Packed() = default;
    __device__ explicit Packed(int4 bits) { memcpy(&payload, &bits, sizeof(bits)); }
    __device__ T &operator[](int n) { return payload[n]; }
    __device__ const T &operator[](int n) const { return payload[n]; }
    __device__ int4 bits() const {
        int4 all;
        memcpy(&all, &payload, sizeof(all));
        return all;
    }
    static constexpr const int size = sizeof(int4) / sizeof(T);
    T payload[size];
};

template <class T> __device__ Packed<T> load(const T *from) {
    return Packed<T>{*reinterpret_cast<const int4 *>(from)};
}

template <class T> __device__ void store(T *to, Packed<T> value) {
    *reinterpret_cast<int4 *>(to) = value.bits();
}

__global__ void twice(float *out, const float *in) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * Packed<float>::size;
    Packed<float> from = load(in + i), to;
    for (int n = 0; n < to.size; n++) to[n] = 2 * from[n];
    store(out + i, to);
}

void run(float *out, const float *in) { twice<<<8, 64>>>(out, in); }
