// expect: drf

// One of two members: behind it is the other one of its own element.
struct Cell { int n, m; };
__global__ void k(Cell *c) {
    int *p = &c[threadIdx.x].n;
    p[0] = 1;
    p[1] = 2;
}
int main() { Cell *c; cudaMalloc(&c, 512); k<<<1, 64>>>(c); }
