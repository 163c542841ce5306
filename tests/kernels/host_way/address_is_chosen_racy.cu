// expect: racy

// The pointer has the address of one of two variables.
__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void host(int *a, bool c) {
    int n = 64, other = 64;
    int *p = &(c ? n : other);
    *p = 1;
    k<<<1, 64>>>(a, n);
}
