// expect: racy

// The loop changes the size by another name.
int Size;
typedef int &Other;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    Other s = Size;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        s = 1;
    }
}
