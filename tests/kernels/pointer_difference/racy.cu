// expect: racy

__global__ void k(int *a, int *b) {
    int *p = a + threadIdx.x / 2;
    b[p - a] = threadIdx.x;
}

void host(int *a, int *b) { k<<<1, 64>>>(a, b); }
