// expect: racy

// Adjacent bit-fields are one memory location: who writes one of them writes all.
struct Cell {
    int sign;
    unsigned colour : 3;
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
