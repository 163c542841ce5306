// expect: racy

// The argument is destroyed, which changes the size.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }
struct Lower {
    int n;
    ~Lower() { Size = 1; }
};
void check(Lower of) {}

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        check(Lower{0});
    }
}
