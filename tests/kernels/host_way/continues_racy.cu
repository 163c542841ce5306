// expect: racy

__global__ void k(int *a, int n) { if (n < 16) a[0] = threadIdx.x; }

int launch(int *a, int n) { k<<<1, 32>>>(a, n); return 0; }

// `continue` leads to the condition.
void run(int *a, int n) {
    do {
        if (n < 16) continue;
    } while (launch(a, n));
}
