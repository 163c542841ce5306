// expect: racy

// The called function changes what the reference refers to.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }
int &counter() {
    static int n = 64;
    n++;
    return n;
}

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    int &r = counter();
    if (r != 64) return;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, r);
        counter();
    }
}
