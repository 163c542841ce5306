// expect: drf
struct Inner {
    char tag;
    double weight;
};

struct Cell {
    int count;
    Inner inner;
};

// A cell has 24 bytes, so there are 1024 of them.
__global__ void behind_structures(Cell *cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1024)
        cells[i].inner.weight = 1.0;
    if (i > 1500)
        cells[1024].inner.weight = 2.0;
}

void run()
{
    Cell *cells;
    cudaMalloc(&cells, 1024 * sizeof(Cell));
    behind_structures<<<8, 256>>>(cells);
}
