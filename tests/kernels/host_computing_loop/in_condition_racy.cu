// expect: racy

// The condition changes the size.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a, int count) {
    int n = 64;
    for (int i = 0; i < n--;) i += count;
    k<<<1, 64>>>(a, n);
}
