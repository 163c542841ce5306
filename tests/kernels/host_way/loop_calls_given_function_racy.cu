// expect: racy

// A parameter hides the function of that name.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void check() {}
void change() { Size = 1; }
void repeat(int *a, void (*check)()) {
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        check();
    }
}

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    repeat(a, change);
}
