// expect: unsupported
//--blockDim=64 --gridDim=1

template <typename T> struct Cell {
    T at;
    __device__ T where() const { return at; }
};

template <> __device__ int Cell<int>::where() const { return 0; }

__global__ void fill(int *a) {
    Cell<int> cell;
    cell.at = threadIdx.x;
    a[cell.where()] = threadIdx.x;
}
