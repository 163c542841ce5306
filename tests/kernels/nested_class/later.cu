// expect: unsupported
//--blockDim=64 --gridDim=1

const int step = 1;

// The functions of a class see what the class around it declares behind them: `step` is 0.
struct Row {
    struct Cell {
        __device__ int at(int i) { return i * step; }
    };
    static const int step = 0;
};

__global__ void write(int *a) {
    Row::Cell cell;
    a[cell.at(threadIdx.x)] = threadIdx.x;
}
