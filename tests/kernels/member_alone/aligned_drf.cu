// expect: drf or unsupported

// Something aligns the structure: behind the member is what fills its own element.
struct __align__(8) Cell { int n; };
__global__ void k(Cell *c) {
    int *p = &c[threadIdx.x].n;
    p[0] = 1;
    p[1] = 2;
}
int main() { Cell *c; cudaMalloc(&c, 512); k<<<1, 64>>>(c); }
