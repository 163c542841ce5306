// expect: racy

__global__ void k(int *a, int n) { a[threadIdx.x * n] = threadIdx.x; }

int stride(int m, int all) {
    if (all > 0) {
        switch (m) {
        case 1: return 1;
        }
    }
    return 0;
}

void host(int *p, int m) { k<<<1, 32>>>(p, stride(m, 1)); }
