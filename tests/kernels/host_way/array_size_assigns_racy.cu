// expect: racy

// The size of an array is evaluated.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a) {
    int n = 64;
    for (int i = 0; i < 2; i++) {
        k<<<1, 64>>>(a, n);
        char room[(n = 32)];
        (void) room;
    }
}
