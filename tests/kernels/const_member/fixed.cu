// expect: drf
//--blockDim=64 --gridDim=1

struct Cell {
    int at;
    __device__ int where() { return 0; }
    __device__ int where() const { return at; }
};

__global__ void fill(int *a) {
    Cell cell;
    cell.at = threadIdx.x;
    const Cell &same = cell;
    a[same.where()] = threadIdx.x;
}
