// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

void run(int *a, int n, int kind) {
    do {
        switch (kind) {
        case 1: continue;
        }
        if (n < 16) return;
    } while (0);
    k<<<1, 32>>>(a, n);
}
