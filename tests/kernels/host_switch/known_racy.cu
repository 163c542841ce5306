// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

enum Mode { OFF, ON };

void host(int *p) {
    Mode m = OFF;
    int n = 1;
    switch (m) {
    case OFF: n = 0; break;
    case ON: break;
    }
    k<<<1, 32>>>(p, n);
}
