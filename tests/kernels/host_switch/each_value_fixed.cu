// expect: drf

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p, int m) {
    int n = 0;
    switch (m) {
    case 1: n = 1; break;
    case 2: n = 2; break;
    default: return;
    }
    k<<<1, 32>>>(p, n);
}
