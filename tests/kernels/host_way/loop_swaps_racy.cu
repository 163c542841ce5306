// expect: racy

// The loop exchanges the size with another number.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    int one = 1;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        std::swap(one, Size);
    }
}
