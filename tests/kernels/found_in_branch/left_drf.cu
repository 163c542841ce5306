// expect: drf

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// What is looked at in a branch holds where the same condition does.
void run(int *a, int n, int kind) {
    if (kind == 0) {
        if (n < 16) return;
    } else {
        if (n < 8) return;
    }
    if (kind == 0) k<<<1, 32>>>(a, n);
}
