// expect: drf

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// It goes on where `n` is large.
void run(int *a, int n) {
    n >= 16 || (exit(1), 0);
    k<<<1, 32>>>(a, n);
}
