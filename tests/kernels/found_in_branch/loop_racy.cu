// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// The turn of the launch is another one than that which was left early.
void run(int *a, int n, int kind) {
    for (int i = 0; i < 4; ++i) {
        if (kind == 0) {
            if (n < 16) break;
        }
    }
    if (kind == 0) k<<<1, 32>>>(a, n);
}
