// expect: racy

// A loop in the loop changes the size.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, int count) {
    int n = 64;
    for (int i = 0; i < count; i++)
        while (n > i) n /= 2;
    k<<<1, 64>>>(a, n);
}
