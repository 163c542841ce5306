// expect: drf

// The reference is to a value of its own.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a, int m) {
    int n = 32;
    const int &twice = 2 * n;
    n = 16;
    k<<<1, 64>>>(a, twice);
}
