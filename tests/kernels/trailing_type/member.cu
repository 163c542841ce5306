// expect: drf
// flags: --block-dim 64 --grid-dim 1
template <class T> struct Row {
    T *at;
    __device__ auto place(int n) const -> T & { return at[n]; }
    __device__ auto size() const noexcept -> int;
};
__global__ auto k(int *p) -> void {
    Row<int> row{p};
    row.place(threadIdx.x) = 1;
}
