// expect: racy

// The loop declares the size of the file again.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        {
            extern int Size;
            Size = 1;
        }
    }
}
