// expect: unsupported
//--blockDim=64 --gridDim=1

// They do not do the same: it matters which of them is meant.
struct Cell {
    int at;
    __device__ int where() { return at; }
    __device__ int where() const { return 0; }
};

__global__ void fill(int *a) {
    Cell cell;
    cell.at = threadIdx.x;
    a[cell.where()] = threadIdx.x;
}
