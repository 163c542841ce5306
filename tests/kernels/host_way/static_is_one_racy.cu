// expect: racy

// Both calls give one variable.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

int *slot() {
    static int n;
    return &n;
}

void host(int *a) {
    int *n = slot();
    *n = 64;
    int *other = slot();
    *other = 32;
    k<<<1, 64>>>(a, *n);
}
