// expect: unsupported
// flags: --block-dim 32 --grid-dim 1

// Of the two functions the constant member has the second one.
struct Cell {
    int at;
    __device__ int where() { return at; }
    __device__ int where() const { return 0; }
};

template <typename T> struct Holder {
    const T cell;
    __device__ int where() { return cell.where(); }
};

__global__ void fill(int *a) {
    Holder<Cell> holder = {{(int)threadIdx.x}};
    a[holder.where()] = 1;
}
