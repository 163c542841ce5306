// expect: drf

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

void host(int *p, unsigned char m) {
    switch (m) {
    case 0: break;
    default: k<<<1, 32>>>(p, m);
    }
}
