// expect: unsupported

template <typename T> __global__ void k(const T *from, T *to) {
    extern __shared__ unsigned char memory[];
    T *sums = reinterpret_cast<T *>(memory + 16);
    sums[threadIdx.x] = from[threadIdx.x];
}
