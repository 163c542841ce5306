// expect: racy
//--blockDim=64 --gridDim=1

template <int N> struct Tile {
    template <typename Index> static __device__ Index row(Index i) { return i / N; }
    template <typename Index> static __device__ Index column(Index i) { return i % N; }
};

__global__ void transpose(int *a) {
    unsigned i = threadIdx.x;
    a[Tile<8>::column(i) * 4 + Tile<8>::row(i)] = 1;
}
