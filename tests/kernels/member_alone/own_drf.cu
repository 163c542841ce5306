// expect: drf

// Each thread has its element, and the next one but so many.
struct Cell { int n; };
__global__ void k(Cell *c) {
    int *p = &c[threadIdx.x].n;
    *p = 1;
    p[64] = 2;
    c[threadIdx.x].n = *p;
}
int main() { Cell *c; cudaMalloc(&c, 512); k<<<1, 64>>>(c); }
