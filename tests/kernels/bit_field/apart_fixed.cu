// expect: drf

// A width of zero begins another memory location.
struct Cell {
    unsigned colour : 3;
    unsigned : 0;
    int step : 4;
};

__global__ void mark(Cell *cells) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0) {
        cells[i / 2].colour = i;
    } else {
        cells[i / 2].step = i;
    }
}

void run(Cell *cells) { mark<<<8, 64>>>(cells); }
