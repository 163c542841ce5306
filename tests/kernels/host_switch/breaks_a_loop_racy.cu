// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p, int m) {
    int n = 1;
    switch (m) {
    case 3:
        for (int i = 0; i < m; i++) {
            if (i == 2) break;
            n = 0;
        }
    }
    k<<<1, 32>>>(p, n);
}
