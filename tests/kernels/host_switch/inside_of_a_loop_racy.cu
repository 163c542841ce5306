// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p, int m) {
    int n = 1, i = 0;
    switch (m) {
    case 0:
        do {
            n = 0;
    case 1:
            k<<<1, 32>>>(p, n);
        } while (i++ < 2);
    }
}
