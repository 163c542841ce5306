// expect: drf

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// The other branch does not go on.
void run(int *a, int n, int kind) {
    if (kind == 0) {
        if (n < 16) return;
    } else {
        return;
    }
    k<<<1, 32>>>(a, n);
}
