// expect: drf
//--blockDim=64 --gridDim=1

struct Cell { int value; int next; };

__global__ void linked(Cell *a, Cell *b, int n) {
    Cell *to = n > 3 ? a : b;
    to[threadIdx.x].value = a[63 - threadIdx.x].next;
    Cell copy = to[threadIdx.x];
    b[threadIdx.x].value = copy.next;
}
