// expect: unsupported
//--blockDim=64 --gridDim=1

// The constructor is a better match than a copy of an object that may be changed. [C++17, 16.3.3]
struct Cell {
    int at;
    __device__ Cell() : at(0) {}
    template <typename T> __device__ Cell(T &&other) : at(0) {}
};

__global__ void fill(int *a) {
    Cell cell;
    cell.at = threadIdx.x;
    Cell other(cell);
    a[other.at] = threadIdx.x;
}
