// expect: racy

// The loop changes the elements by another name.
int Sizes[1];

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Sizes[0] != 64) return;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Sizes[0]);
        for (auto &t : Sizes) t = 1;
    }
}
