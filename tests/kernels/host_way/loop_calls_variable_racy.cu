// expect: racy

// A parameter has the name of a function of the library.
int Size;
void lower() { Size = threadIdx.x; }

__global__ void k(int *a, int n) { a[threadIdx.x % n] = 1; }
void run(int *a, void (*time)()) {
    while (true) {
        k<<<1, 64>>>(a, Size);
        time();
    }
}

void host() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    if (Size != 64) return;
    run(a, lower);
}
