// expect: unsupported
// flags: --block-dim 64 --grid-dim 1
// Its elements are what `begin` and `end` say, not `operator[]`.
struct Pair {
    int a, b;
    __device__ int operator[](int n) const { return n; }
    __device__ const int *begin() const { return &a; }
    __device__ const int *end() const { return &a + 2; }
};
__global__ void k(int *p) {
    Pair pair{0, 0};
    for (int x : pair) p[threadIdx.x + x] = threadIdx.x;
}
