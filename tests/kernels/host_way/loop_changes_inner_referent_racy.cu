// expect: racy

// One `t` is the size, and the other is not.
int Size;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    for (int t = 0; t < 8; t++) {
        k<<<1, 64>>>(a, Size);
        {
            int &t = Size;
            t = 1;
        }
        {
            int t = 0;
            t = 2;
        }
    }
}
