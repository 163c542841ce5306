// expect: unsupported
// flags: --block-dim 32 --grid-dim 1

// Of the two functions the constant member has the second one.
struct Cell {
    int at;
    __device__ int where() { return 0; }
    __device__ int where() const { return at; }
};

template <typename T> struct Holder {
    const T cell;
    __device__ int where() { return cell.where(); }
};

__global__ void fill(int *a, Holder<Cell> holder) { a[threadIdx.x * holder.where()] = 1; }
