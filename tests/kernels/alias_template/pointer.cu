// expect: drf
template <typename T> using pointer_t = T *__restrict__;
template <typename T> using pair_t = T[2];

template <typename T> __global__ void fill(pointer_t<T> a, pointer_t<const T> b) {
    pair_t<T> own = {b[threadIdx.x], 1};
    a[threadIdx.x] = own[0] + own[1];
}

void run(float *a, const float *b) { fill<float><<<1, 64>>>(a, b); }
