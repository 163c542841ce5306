// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

// A case stands inside of the branch.
void run(int *a, int n, int kind, int way) {
    switch (way) {
    case 0:
        if (kind == 0) {
            if (n < 16) return;
    case 1:
            n = n;
        }
        if (kind == 0) k<<<1, 32>>>(a, n);
    }
}
