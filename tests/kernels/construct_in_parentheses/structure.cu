// expect: racy
//--blockDim=64 --gridDim=1

struct Cell {
    int at;
    int what;
};

__global__ void fill(Cell *cells, int *a) {
    a[(Cell(cells[0])).at] = threadIdx.x;
}
