// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p, int m) {
    int n = 1;
    for (int i = 0; i < 3; i++) {
        switch (i) {
        case 0: continue;
        case 1: n = 0; continue;
        }
        k<<<1, 32>>>(p, n);
    }
}
