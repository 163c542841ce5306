// expect: drf

__global__ void k(int *a, int *b, int n) {
    if (n == 4) a[threadIdx.x] = b[threadIdx.x + 1];
}

void run(int *x, int *y, int c) {
    int *p = y;
    if (c == 4) p = x;
    k<<<1, 64>>>(p, x, c + 1);
}
