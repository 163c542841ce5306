// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

// What was compared is not what is given.
void run(int *a, int n, int rows) {
    if (rows < 64) return;
    if (n != rows) return;
    rows = n - 60;
    n = rows;
    k<<<1, 64>>>(a, n);
}
