// expect: unsupported
//--blockDim=64 --gridDim=1

struct Cell {
    int at;
    __device__ Cell &operator=(int n) {
        at = n / 2;
        return *this;
    }
};

__global__ void fill(int *a) {
    Cell cell;
    cell = {(int)threadIdx.x};
    a[cell.at] = threadIdx.x;
}
