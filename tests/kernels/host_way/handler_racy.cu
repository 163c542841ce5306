// expect: racy

__global__ void k(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void run(int *x, int *y, int c) {
    try {
        if (c) { y = x; throw 1; }
    } catch (...) { }
    k<<<1, 64>>>(x, y);
}
