// expect: unsupported

// Where a row begins hangs on how long one is.
template <int columns> __global__ void k(float *to) {
    constexpr int width = columns < 32 ? columns : 32;
    __shared__ float rows[4][width];
    rows[threadIdx.x / width][threadIdx.x % width] = to[threadIdx.x];
}
