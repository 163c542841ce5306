// expect: unknown

// Each execution divides by zero: that none of them races is no proof, not even where no index wraps around.
__global__ void k(int *a, unsigned u, unsigned v, int n) {
    int x = 1 / (n - n);
    a[u * v + threadIdx.x * u] = x;
}

void host(int *a, unsigned u, unsigned v, int n) { k<<<8, 64>>>(a, u, v, n); }
