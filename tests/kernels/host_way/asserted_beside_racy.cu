// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// What one side asserts need not hold past the other.
void run(int *a, int n, int kind) {
    kind == 0 ? (assert(n >= 16), 0) : 0;
    bool ok = kind != 1 || (assert(n >= 16), true);
    k<<<1, 32>>>(a, n);
}
