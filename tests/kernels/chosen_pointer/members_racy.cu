// expect: racy
//--blockDim=64 --gridDim=1

struct Cell { int value; int next; };

__global__ void linked(Cell *a, Cell *b, int n) {
    Cell *to = n > 3 ? a : b;
    to[threadIdx.x].value = a[63 - threadIdx.x].value;
}
