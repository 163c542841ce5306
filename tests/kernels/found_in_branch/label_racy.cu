// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// A jump leads past what is looked at.
void run(int *a, int n, int kind) {
    if (n < 4) goto inside;
    if (kind == 0) {
        if (n < 16) return;
    inside:
        n = n;
    }
    if (kind == 0) k<<<1, 32>>>(a, n);
}
