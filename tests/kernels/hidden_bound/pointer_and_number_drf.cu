// expect: drf

__global__ void k(int *a, int *b, int m) {
    if (m == 1) a[threadIdx.x] = b[threadIdx.x + 1];
}

void run(int *x, int *y, int c) {
    int *p = y;
    int m = 1;
    if (c) { p = x; m = 0; }
    k<<<1, 64>>>(p, x, m);
}
