// expect: racy

__global__ void k(int *a, int n) { if (n % 2) a[0] = threadIdx.x; }

void host(int *v, int m) {
    for (int n = 0; n < m; n += 3) k<<<1, 32>>>(v, n);
}
