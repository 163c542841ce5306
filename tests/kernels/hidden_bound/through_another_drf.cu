// expect: drf

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

// The kernel does not see what its argument is compared with.
void run(int *a, int n, int rows) {
    if (rows < 64) return;
    if (n != rows) return;
    k<<<1, 64>>>(a, n);
}
