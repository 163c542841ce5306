// expect: drf

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

enum Mode { OFF, ON };

void host(int *p) {
    Mode m = ON;
    int n = 0;
    switch (m) {
    case OFF: break;
    case ON: n = 1; break;
    }
    k<<<1, 32>>>(p, n);
}
