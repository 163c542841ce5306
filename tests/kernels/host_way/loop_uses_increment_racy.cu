// expect: racy

// The loop uses an operator that changes the size.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }
struct Lower {
    int n;
};
void operator++(Lower &a) { Size = 1; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    Lower lower{0};
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        ++lower;
    }
}
