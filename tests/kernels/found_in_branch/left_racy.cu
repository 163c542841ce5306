// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// It does not hold where the other branch was taken.
void run(int *a, int n, int kind) {
    if (kind == 0) {
        if (n < 16) return;
    } else {
        if (n < 8) return;
    }
    if (kind != 0) k<<<1, 32>>>(a, n);
}
