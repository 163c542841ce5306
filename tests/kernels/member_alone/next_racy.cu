// expect: racy

// What is next to the only member is that of the next element.
struct Cell { int n; };
__global__ void k(Cell *c) {
    int *p = &c[threadIdx.x].n;
    p[0] = 1;
    p[1] = 2;
}
int main() { Cell *c; cudaMalloc(&c, 512); k<<<1, 64>>>(c); }
