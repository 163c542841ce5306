// expect: racy

__global__ void k(int *a, int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

// One pointer is the other one where the jump is made.
void run(int *x, int *y, int c) {
    if (c) { y = x; goto go; }
    c = 3;
go:
    k<<<1, 64>>>(x, y);
}
