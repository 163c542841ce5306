// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// Another number has the name.
void run(int *a, int n, int kind, int other) {
    if (kind == 0) {
        if (n < 16) return;
    }
    kind = other;
    if (kind == 0) k<<<1, 32>>>(a, n);
}
