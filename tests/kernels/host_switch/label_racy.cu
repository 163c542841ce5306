// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p, int m) {
    switch (m) {
    case 0:
    case 2:
        k<<<1, 32>>>(p, m);
        break;
    default: break;
    }
}
