// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p, int m) {
    switch (m) {
    default: k<<<1, 32>>>(p, m);
    case 1: break;
    }
}
