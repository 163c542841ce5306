// expect: unsupported

// Both names are of one memory.
template <typename T> __global__ void k(const T *from, T *to) {
    extern __shared__ unsigned char memory[];
    extern __shared__ int counts[];
    T *sums = reinterpret_cast<T *>(memory);
    sums[threadIdx.x] = from[threadIdx.x];
    counts[blockDim.x + threadIdx.x] = 1;
}
