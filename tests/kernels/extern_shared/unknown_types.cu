// expect: unsupported

// Which elements of the two overlap nobody knows.
template <typename T> __global__ void k(const T *from, T *to) {
    extern __shared__ unsigned char memory[];
    T *sums = reinterpret_cast<T *>(memory);
    int *counts = (int *)memory;
    sums[threadIdx.x] = from[threadIdx.x];
    counts[blockDim.x + threadIdx.x] = 1;
}
