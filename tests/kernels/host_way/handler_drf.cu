// expect: drf

__global__ void k(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

// Behind the handler, they are apart again.
void run(int *x, int *y, int *z, int c) {
    try {
        if (c) { y = x; throw 1; }
    } catch (...) { }
    y = z;
    k<<<1, 64>>>(x, y);
}
