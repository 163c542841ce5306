// expect: drf

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// The kernel is given a sum of what was compared.
void run(int *a, int n, int m) {
    if (n < 16) return;
    m = n + 1;
    if (m < 0) return;
    k<<<1, 32>>>(a, m);
}
