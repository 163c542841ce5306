// expect: racy

// The loop changes a member of the object whose function runs.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

struct Sizes {
    int n;
    void run(int *a) {
        if (n != 64) return;
        for (int t = 0; t < 8; t++) {
            k<<<1, 64>>>(a, n);
            n = 1;
        }
    }
};

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    Sizes sizes;
    sizes.n = Size;
    sizes.run(a);
}
