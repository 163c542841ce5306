// expect: drf

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// Of the same turn, it holds.
void run(int *a, int n, int kind) {
    for (int i = 0; i < 4; ++i) {
        if (kind == i) {
            if (n < 16) continue;
        }
        if (kind == i) k<<<1, 32>>>(a, n);
    }
}
