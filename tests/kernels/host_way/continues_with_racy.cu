// expect: racy

__global__ void k(int *a) { a[threadIdx.x % 32] = 1; }

int launch(int *a, int n) { k<<<1, n>>>(a); return 0; }

void run(int *a, int kind) {
    int n;
    do {
        n = 64;
        if (kind) continue;
        n = 32;
    } while (launch(a, n));
}
