// expect: racy

// A macro changes the size.
int Size;
#define LOWER(x) (x) = 1

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        LOWER(Size);
    }
}
