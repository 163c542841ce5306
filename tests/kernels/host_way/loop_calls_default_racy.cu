// expect: racy

// The default of an argument changes the size.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }
int lower() { Size = 1; return 0; }
void check(int n = lower()) {}

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        check();
    }
}
