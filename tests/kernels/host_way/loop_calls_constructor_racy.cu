// expect: racy

// The called function makes an object that changes the size.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }
struct Lower {
    Lower() { Size = 1; }
};
void check() { Lower lower; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        check();
    }
}
