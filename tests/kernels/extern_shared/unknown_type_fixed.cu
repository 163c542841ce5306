// expect: drf

// Of which size `T` is, nothing says: the memory is used at it alone.
template <typename T> __global__ void k(const T *from, T *to) {
    extern __shared__ unsigned char memory[];
    T *sums = reinterpret_cast<T *>(memory);
    sums[threadIdx.x] = from[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x > 0) return;
    T sum = 0;
    for (int i = 0; i < blockDim.x; i++) sum += sums[i];
    to[blockIdx.x] = sum;
}
