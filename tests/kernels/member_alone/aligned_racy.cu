// expect: racy

// Something aligns the structure: what is next to the member is none of the next element.
struct __align__(8) Cell { int n; };
__global__ void k(Cell *c) {
    int *p = &c[0].n;
    p[2 * threadIdx.x] = 1;
    c[0].n = 3;
}
int main() { Cell *c; cudaMalloc(&c, 512); k<<<1, 64>>>(c); }
