// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void run(int *a, int n, int rows) {
    if (rows < 63) return;
    if (n != rows) return;
    k<<<1, 64>>>(a, n);
}
