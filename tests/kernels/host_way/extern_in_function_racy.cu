// expect: racy

// The size of the file is declared again.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    {
        extern int Size;
        Size = 1;
    }
    k<<<1, 64>>>(a, Size);
}
