// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

void run(int *a, int n, int kind) {
    k<<<1, 1>>>(a, n);
    kind || (exit(1), 0);
    k<<<1, 32>>>(a, n);
}
