// expect: drf
//--blockDim=64 --gridDim=1

struct Cell {
    int x;
    int y;
};

__global__ void fill(Cell *cells) {
    Cell cell = cells[threadIdx.x];
    cell.x = 1;
    cells[threadIdx.x].y = cell.x;
}
