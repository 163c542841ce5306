// expect: racy

// The lambda changes what its parameter refers to.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    auto set = [](int &x) { x = 1; };
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        set(Size);
    }
}
