// expect: unsupported
//--blockDim=64 --gridDim=1

// As in takes_itself.cu, of an object that the host made.
struct Cell {
    int at;
    template <typename T> __host__ __device__ Cell(T &&other) : at(0) {}
};

__global__ void fill(int *a, Cell cell) {
    Cell other(cell);
    a[other.at + threadIdx.x] = threadIdx.x;
}
