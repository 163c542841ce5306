// expect: drf

// Adjacent bit-fields are one memory location: who writes one of them writes all.
struct Cell {
    int sign;
    unsigned colour : 3;
    int step : 4;
    bool used : 1;
};

__global__ void mark(Cell *cells) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cells[i].colour = i;
    cells[i].step++;
    cells[i].used = cells[i].sign > 0;
}

void run(Cell *cells) { mark<<<8, 64>>>(cells); }
