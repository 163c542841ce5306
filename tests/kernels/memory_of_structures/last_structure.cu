// expect: racy
struct Inner {
    char tag;
    double weight;
};

struct Cell {
    int count;
    Inner inner;
};

// A cell has 24 bytes, and not 16: the memory has 1024 of them.
__global__ void last_structure(Cell *cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1024)
        cells[i].inner.weight = 1.0;
    if (i > 1500)
        cells[1023].inner.weight = 2.0;
}

void run()
{
    Cell *cells;
    cudaMalloc(&cells, 24 * 1024);
    last_structure<<<8, 256>>>(cells);
}
